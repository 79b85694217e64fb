import { sourcesOf } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { lostReply, succeeded } from '../../../schema/trace.ts'
import { resolve } from '../../../scoring/bindings.ts'
import type { ReferenceRun } from '../../../scoring/reference-run.ts'
import { scoreTrace } from '../../../scoring/score.ts'
import { stableJson } from '../../../shared/json.ts'
import { rngOf } from '../../../shared/rng.ts'
import { consumersOf } from '../bound-values.ts'
import { movesOf, type Performance, performScript } from '../mutate/script.ts'
import { type RewriteName, rewrites } from '../rewrite/index.ts'
import { type Rewrite, type Rewritten, scriptInTurn } from '../rewrite/rewrite.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

/** Whether what was done is a rewrite: whether nothing speaks against it that might have. */
export function applies(
  { unless }: Rewritten,
  { made, outputOf }: Performance,
  task: Task,
  gold: ReferenceRun,
): boolean {
  if (unless === undefined) return true
  if (unless === 'no-failure')
    return made.every(({ move, call }) => move.step !== undefined || (!succeeded(call) && !lostReply(call)))
  const done = new Set(made.filter(({ call }) => succeeded(call)).map(({ move }) => move.step))
  if (!task.expected_trace.steps.every(({ step_id }) => done.has(step_id))) return false
  if (unless === 'failure') return true
  return consumersOf(task)
    .flatMap(({ value }) => sourcesOf(value))
    .every((from) => {
      const [here, there] = [outputOf, gold.outputOf].map((output) => resolve(from, output) ?? null)
      return stableJson(here) === stableJson(there)
    })
}

type Fate = { is: 'accepted' | 'not_applicable' } | { is: 'refused'; why: string }

function fateOf(rewritten: Rewritten, { task, registry }: AuditSubject, gold: ReferenceRun): Fate {
  const performance = performScript(rewritten.script, task, registry)
  const { solved, score, reason } = scoreTrace(task, performance.trace, registry)
  if (solved && score === 1) return { is: 'accepted' }
  if (!applies(rewritten, performance, task, gold)) return { is: 'not_applicable' }
  return { is: 'refused', why: reason ?? `it scores ${score}` }
}

const REWRITES = Object.entries(rewrites) as [RewriteName, Rewrite][]

type Counts = Record<'made' | Fate['is'], number>
type CountsByName = Map<RewriteName, Counts>

/** Whether what is as right as the expected trace is taken as right. */
export const neverRefused: AuditRule = {
  name: 'never-refused',
  holds: 'the expected trace in another order, form, spelling or wording gets the full score',
  needsGold: true,
  start() {
    const countsByName: CountsByName = new Map(
      REWRITES.map(([name]) => [name, { made: 0, accepted: 0, not_applicable: 0, refused: 0 }]),
    )
    return {
      visit(subject) {
        const { task } = subject
        const gold = subject.gold()
        // A task that is not even solved as expected is left to `oracle`.
        const plain: Rewritten = { how: 'as it stands', script: scriptInTurn(task, movesOf(task)) }
        if (!gold.ok || fateOf(plain, subject, gold.run).is !== 'accepted') return []
        return REWRITES.flatMap(([name, make]) => {
          const counts = countsByName.get(name) as Counts
          const refused: string[] = []
          const rng = rngOf(subject.seed, 'never-refused', name, task.task_id)
          for (const rewritten of make({ subject, gold: gold.run, rng })) {
            const fate = fateOf(rewritten, subject, gold.run)
            counts.made++
            counts[fate.is]++
            if (fate.is === 'refused') refused.push(`${rewritten.how}, it is not solved: ${fate.why}`)
          }
          return summary(name, refused)
        })
      },
      figures: () => Object.fromEntries([...countsByName].map(([name, counts]) => [name, { ...counts }])),
      notes: () => countsByName,
      add(more: CountsByName) {
        for (const [name, counts] of more) {
          const own = countsByName.get(name) as Counts
          for (const count of Object.keys(counts) as (keyof Counts)[]) own[count] += counts[count]
        }
      },
    }
  },
}

function summary(name: RewriteName, refused: readonly string[]): string[] {
  const [first] = refused
  if (first === undefined) return []
  const more = refused.length === 1 ? '' : ` (and ${refused.length - 1} more rewrites of this kind)`
  return [`${name}: ${first}${more}`]
}
