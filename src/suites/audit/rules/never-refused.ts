import { listSources } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { hasLostReply, hasSucceeded } from '../../../schema/trace.ts'
import { stringifyStably } from '../../../shared/json.ts'
import { createRng } from '../../../shared/rng.ts'
import { resolve } from '../../../tasks/bindings.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { listConsumers } from '../bound-values.ts'
import { movesOf, type Performance, performScript } from '../mutate/script.ts'
import { type RewriteName, rewrites } from '../rewrite/index.ts'
import { buildScriptInTurn, type Rewrite, type Rewritten } from '../rewrite/rewrite.ts'
import { type AuditRule, listUndecidedWarnings } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

/** Whether what was done is a rewrite: whether nothing speaks against it that might have. */
export function applies(
  { unless }: Rewritten,
  { made, outputOf }: Performance,
  task: Task,
  reference: ReferenceRun,
): boolean {
  if (unless === undefined) return true
  if (unless === 'no-failure')
    return made.every(
      ({ move, call }) => move.step !== undefined || (!hasSucceeded(call) && !hasLostReply(call)),
    )
  const done = new Set(made.filter(({ call }) => hasSucceeded(call)).map(({ move }) => move.step))
  if (!task.expected_trace.steps.every(({ step_id }) => done.has(step_id))) return false
  return listConsumers(task)
    .flatMap(({ value }) => listSources(value))
    .every((from) => {
      const [here, there] = [outputOf, reference.outputOf].map((output) => resolve(from, output) ?? null)
      return stringifyStably(here) === stringifyStably(there)
    })
}

type RewriteFate = { is: 'accepted' | 'not_applicable' | 'undecided' } | { is: 'refused'; why: string }

function decideFate(rewritten: Rewritten, subject: AuditSubject): RewriteFate {
  const { task, registry, run } = subject
  const performance = performScript(rewritten.script, task, registry)
  const { solved, score, approximate } = subject.decide(performance.trace)
  if (solved && score === 1) return { is: 'accepted' }
  if (!applies(rewritten, performance, task, run)) return { is: 'not_applicable' }
  if (approximate) return { is: 'undecided' }
  return { is: 'refused', why: subject.explain(performance.trace).reason ?? `it scores ${score}` }
}

const REWRITES = Object.entries(rewrites) as [RewriteName, Rewrite][]

/** What became of the rewrites of a kind. */
type RewriteCounts = Record<'made' | Exclude<RewriteFate['is'], 'undecided'>, number> & { undecided?: number }

const countFates = (fates: readonly RewriteFate[]): RewriteCounts => {
  const count = (wanted: RewriteFate['is']): number => fates.filter(({ is }) => is === wanted).length
  return {
    made: fates.length,
    accepted: count('accepted'),
    not_applicable: count('not_applicable'),
    refused: count('refused'),
    ...(count('undecided') === 0 ? {} : { undecided: count('undecided') }),
  }
}

/** Whether what is as right as the expected trace is taken as right. */
export const neverRefused: AuditRule<{ task_id: string; kind: RewriteName; fates: readonly RewriteFate[] }> =
  {
    name: 'never-refused',
    holds: 'the expected trace in another order, form, spelling or wording gets the full score',
    repair: 'accept the other form of the same trace',
    needsReferenceRun: true,
    visit(subject, { note }) {
      const { task } = subject
      // A task that is not even solved as expected is left to `oracle`.
      const plain: Rewritten = { how: 'unchanged', script: buildScriptInTurn(task, movesOf(task)) }
      if (decideFate(plain, subject).is !== 'accepted') return []
      return REWRITES.flatMap(([kind, make]) => {
        const rng = createRng(subject.seed, 'never-refused', kind, task.task_id)
        const rewritten = make({ subject, reference: subject.run, rng })
        const fates = rewritten.map((one) => decideFate(one, subject))
        note({ task_id: task.task_id, kind, fates })
        // One finding a kind; the metrics count the others.
        const first = fates.findIndex(({ is }) => is === 'refused')
        const fate = fates[first]
        return fate?.is === 'refused'
          ? [`${kind}: ${rewritten[first]?.how}, it is not solved: ${fate.why}`]
          : []
      })
    },
    sumUp: (notes) => ({
      warnings: listUndecidedWarnings(
        'rewrites',
        notes.map(({ task_id, fates }) => ({
          task_id,
          undecided: fates.filter(({ is }) => is === 'undecided').length,
          made: fates.length,
        })),
      ),
      metrics: Object.fromEntries(
        REWRITES.map(([name]) => [
          name,
          countFates(notes.flatMap(({ kind, fates }) => (kind === name ? fates : []))),
        ]),
      ),
    }),
  }
