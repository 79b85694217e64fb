import type { Ledger } from '../schema/ledger.ts'
import { attemptsByKey, type Counts, countsOf } from './attempt.ts'
import { type Compared, firstWhere, leastBroken } from './least-broken.ts'
import type { GateRun } from './preflight.ts'
import { keptRuns } from './records.ts'
import { FULL_RECORD, VISIBLE_DROP, VISIBLE_TASKS } from './thresholds.ts'

/** What a suite must be able to detect for `ok`: a number of broken tasks, and a uniform drop as a share. */
export const neededSight = (tasks: number): { tasks: number; drop: number } => ({
  tasks: Math.max(VISIBLE_TASKS.least, Math.floor(VISIBLE_TASKS.share * tasks)),
  drop: Math.max(VISIBLE_DROP.share, VISIBLE_DROP.tasks / tasks),
})

/** A record after more attempts at the rate that it has, until it is full. */
function grownRecord({ successes, attempts }: Counts, more: number): Counts {
  const wanted = Math.max(attempts, Math.min(FULL_RECORD, attempts + more))
  return { successes: Math.round((successes * wanted) / attempts), attempts: wanted }
}

/** The pairs after more runs like this one. */
const afterRuns = (pairs: readonly Compared[], runs: number): Compared[] =>
  pairs.map((pair) => ({ ...pair, ledger: grownRecord(pair.ledger, runs * pair.run.attempts) }))

/** How far a ledger is from seeing one broken task. */
export interface Strength {
  /** Fewest tasks broken outright that the next gate would call a regression; null where no number would. */
  least_broken: number | null
  /** More runs like this one until one is enough; 0 where it is, null where full records are not enough. */
  runs: number | null
}

/**
 * What the next gate can see with a ledger, if the next runs are like this one and each adds its attempts at the rate
 * of the record. `ledger update` prints it before any of them is made.
 */
export function strengthOf(
  { suite, attempts }: Pick<GateRun, 'suite' | 'attempts'>,
  { tasks }: Ledger,
): Strength {
  const byKey = attemptsByKey(attempts)
  const pairs = suite.flatMap(({ key }): Compared[] => {
    const record = tasks[key]
    const run = countsOf(byKey.get(key) ?? [])
    if (record === undefined || run.attempts === 0) return []
    return [{ run, ledger: { successes: record.successes, attempts: record.attempts }, ...keptRuns(record) }]
  })
  const seesOne = (runs: number): boolean => leastBroken(afterRuns(pairs, runs), 1) !== null
  return {
    least_broken: leastBroken(pairs),
    runs: firstWhere(0, FULL_RECORD, seesOne),
  }
}
