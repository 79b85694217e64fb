import type { ReferenceRun } from '../../../scoring/reference-run.ts'
import { scoreTrace } from '../../../scoring/score.ts'
import { rngOf } from '../../../shared/rng.ts'
import { movesOf, performScript } from '../mutate/script.ts'
import { applies } from '../rewrite/applies.ts'
import { rewrites } from '../rewrite/index.ts'
import { REWRITES, type RewriteName, type Rewritten, scriptInTurn } from '../rewrite/rewrite.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

type Fate = { is: 'accepted' | 'not_applicable' } | { is: 'refused'; why: string }

/** What becomes of a rewrite. */
function fateOf(rewritten: Rewritten, { task, registry }: AuditSubject, gold: ReferenceRun): Fate {
  const performance = performScript(rewritten.script, task, registry)
  const { solved, score, reason } = scoreTrace(task, performance.trace, registry)
  if (solved && score === 1) return { is: 'accepted' }
  if (!applies(rewritten, performance, task, gold)) return { is: 'not_applicable' }
  return { is: 'refused', why: reason ?? `it scores ${score}` }
}

type Counts = Record<'made' | Fate['is'], number>
type CountsByName = Map<RewriteName, Counts>

/** Whether what is as right as the expected trace is taken as right. */
export const neverRefused: AuditRule = {
  name: 'never-refused',
  holds: 'the expected trace in another order, form, spelling or wording gets the full score',
  needsGold: true,
  start() {
    const countsByName: CountsByName = new Map(
      REWRITES.map((name) => [name, { made: 0, accepted: 0, not_applicable: 0, refused: 0 }]),
    )
    return {
      visit(subject) {
        const { task } = subject
        const gold = subject.gold()
        // A task that is not even solved as expected is left to `oracle`.
        const plain: Rewritten = { how: 'as it stands', script: scriptInTurn(task, movesOf(task)) }
        if (!gold.ok || fateOf(plain, subject, gold.run).is !== 'accepted') return []
        return rewrites.flatMap(({ name, rewrites: make }) => {
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

/** One sentence for all refusals of one kind. */
function summary(name: RewriteName, refused: readonly string[]): string[] {
  const [first] = refused
  if (first === undefined) return []
  const more = refused.length === 1 ? '' : ` (and ${refused.length - 1} more rewrites of this kind)`
  return [`${name}: ${first}${more}`]
}
