import { type Attempt, attemptsByKey } from './attempt.ts'
import { planFresh } from './confirm.ts'
import { outageIn } from './preflight.ts'
import { LEVEL_COVERAGE } from './rules.ts'
import type { Suspects } from './suspect.ts'

const unseen = ({ tasks }: Suspects, byKey: ReadonlyMap<string, readonly Attempt[]>): string[] =>
  tasks
    .filter(({ key }) => byKey.get(key)?.some(({ outcome }) => outcome !== 'errored') !== true)
    .map(
      ({ task_id }) =>
        `Failed to gate the run: ${task_id} looks worse and has no fresh attempt with an outcome. Run the shards again.`,
    )

/**
 * Why fresh attempts cannot decide about the suspects: some were not made, a suspected task has no outcome, a
 * suspected stratum has too few, or the model endpoint was out.
 *
 * @param partial Whether shards asked for the fresh attempts, each by its own share of the tasks
 */
export function freshProblems(suspects: Suspects, fresh: readonly Attempt[], partial = false): string[] {
  const byKey = attemptsByKey(fresh)
  // The shard that ran a task suspected it too, among fewer others; a stratum may be suspected by the whole alone.
  if (partial) return [...outageIn(fresh, 'fresh attempts'), ...unseen(suspects, byKey)]
  const short = planFresh(suspects).filter(({ key, attempts }) => (byKey.get(key)?.length ?? 0) < attempts)
  const [first] = short
  if (first !== undefined) {
    return [
      `Failed to gate the run: fresh attempts of ${short.length} tasks are missing, ` +
        `${first.task_id} needs ${first.attempts}. Run them before asking for a verdict.`,
    ]
  }
  const measured = new Set(fresh.filter(({ outcome }) => outcome !== 'errored').map(({ key }) => key))
  const again = 'Run again once the model endpoint answers.'
  return [
    ...outageIn(fresh, 'fresh attempts'),
    ...suspects.tasks
      .filter(({ key }) => !measured.has(key))
      .map(
        ({ task_id }) => `Failed to gate the run: every fresh attempt of ${task_id} was errored. ${again}`,
      ),
    ...suspects.strata.flatMap(({ stratum, tasks }) => {
      const there = tasks.filter(({ key }) => measured.has(key)).length
      if (there >= LEVEL_COVERAGE * tasks.length) return []
      return [
        `Failed to gate the run: only ${there} of ${tasks.length} tasks of ${stratum} have a fresh outcome. ${again}`,
      ]
    }),
  ]
}
