import type { Baseline } from '../schema/baseline.ts'
import { attemptsByKey, type Counts, countsOf, type Pair } from './attempt.ts'
import { type Compared, findFirst, leastBroken } from './least-broken.ts'
import { smallestDrop } from './power.ts'
import type { GateRun } from './preflight.ts'
import { baselineRuns, keptRuns } from './records.ts'
import { FULL_RECORD, neededSight } from './thresholds.ts'

/** A record after more attempts at the rate that it has, until it is full. */
function growRecord({ successes, attempts }: Counts, more: number): Counts {
  const wanted = Math.max(attempts, Math.min(FULL_RECORD, attempts + more))
  return { successes: Math.round((successes * wanted) / attempts), attempts: wanted }
}

type Recorded = Compared & Required<Pick<Pair, 'baselineRuns'>>

/** The pairs after more runs like this one. */
const growAll = (pairs: readonly Recorded[], runs: number): Recorded[] =>
  pairs.map((pair) => {
    const baseline = growRecord(pair.baseline, runs * pair.run.attempts)
    const added = Math.ceil((baseline.attempts - pair.baseline.attempts) / pair.run.attempts)
    const more = Array.from({ length: added }, (_, i) => ({ id: `more ${i}` }))
    return { ...pair, baseline, baselineRuns: [...pair.baselineRuns, ...more] }
  })

/** How far a baseline is from seeing one broken task, and from a gate that can say `ok`. */
export interface Strength {
  /** Fewest tasks broken outright that the next gate would call a regression; null where no number would. */
  least_broken: number | null
  /** Smallest uniform drop, a share, that the next gate would see with 80 % power; null where none is. */
  smallest_drop: number | null
  /** More runs like this one until one is enough; 0 where it is, null where full records are not enough. */
  runs: number | null
  /** More runs like this one until the gate can say `ok`; 0 where it can, null where full records are not enough. */
  runs_until_ok: number | null
}

/**
 * What the next gate can see with a baseline, if the next runs are like this one and each adds its attempts at the rate
 * of the record. `baseline update` prints it before any of them is made.
 */
export function strengthOf(
  { suite, attempts }: Pick<GateRun, 'suite' | 'attempts'>,
  { tasks }: Baseline,
): Strength {
  const byKey = attemptsByKey(attempts)
  const pairs = suite.flatMap(({ key }): Recorded[] => {
    const record = tasks[key]
    const run = countsOf(byKey.get(key) ?? [])
    if (record === undefined || run.attempts === 0) return []
    const { successes, attempts: made } = record
    return [{ run, baseline: { successes, attempts: made }, ...keptRuns(record), ...baselineRuns(record) }]
  })
  const needed = neededSight(pairs.length)
  const seesBroken = (runs: number, count: number): boolean =>
    leastBroken(growAll(pairs, runs), count) !== null
  const seesDrop = (runs: number): boolean => (smallestDrop(growAll(pairs, runs)) ?? Infinity) <= needed.drop
  const runs = findFirst(0, FULL_RECORD, (more) => seesBroken(more, 1))
  const untilDrop = findFirst(0, FULL_RECORD, seesDrop)
  const untilTasks =
    needed.tasks === 1 ? runs : findFirst(0, FULL_RECORD, (more) => seesBroken(more, needed.tasks))
  return {
    least_broken: leastBroken(pairs),
    smallest_drop: smallestDrop(pairs),
    runs,
    runs_until_ok: untilDrop === null || untilTasks === null ? null : Math.max(untilDrop, untilTasks),
  }
}
