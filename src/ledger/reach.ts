import type { Gate } from '../schema/gate.ts'
import type { Ledger } from '../schema/ledger.ts'
import { attemptsByKey, type Counts, countsOf } from './attempt.ts'
import { type Compared, firstWhere, leastBroken } from './least-broken.ts'
import { smallestDrop } from './power.ts'
import type { GateRun } from './preflight.ts'
import { keptRuns } from './records.ts'
import { FULL_RECORD, VISIBLE_DROP, VISIBLE_TASKS } from './rules.ts'

/** What a suite must be able to detect for `ok`: a number of broken tasks, and a uniform drop as a share. */
export const neededSight = (tasks: number): { tasks: number; drop: number } => ({
  tasks: Math.max(VISIBLE_TASKS.least, Math.floor(VISIBLE_TASKS.share * tasks)),
  drop: Math.max(VISIBLE_DROP.share, VISIBLE_DROP.tasks / tasks),
})

type Reach = NonNullable<Gate['reach']>

function isSighted(pairs: readonly Compared[]): boolean {
  const needed = neededSight(pairs.length)
  const drop = smallestDrop(pairs)
  if (drop === null || drop > needed.drop) return false
  return leastBroken(pairs, needed.tasks) !== null
}

/** A record after more attempts at the rate that it has, until it is full. */
function grownRecord({ successes, attempts }: Counts, more: number): Counts {
  const wanted = Math.max(attempts, Math.min(FULL_RECORD, attempts + more))
  return { successes: Math.round((successes * wanted) / attempts), attempts: wanted }
}

/** The pairs after `runs` runs like this one. A task that the ledger does not know has its record from the first one on. */
const afterRuns = (pairs: readonly Compared[], runs: number): Compared[] =>
  pairs.map((pair) => {
    const { run, ledger } = pair
    return ledger.attempts === 0
      ? { ...pair, ledger: grownRecord(run, (runs - 1) * run.attempts) }
      : { ...pair, ledger: grownRecord(ledger, runs * run.attempts) }
  })

const MAX_REPEATS = 5
/** Larger suites are not proposed. */
const MAX_TASKS = 400

/**
 * What it takes until a gate that finds nothing can say `ok`, if the next runs go as this one did.
 *
 * @param pairs All tasks of the run; those that the ledger does not know have a record without attempts
 */
export function reachOf(pairs: readonly Compared[]): Reach {
  const none = { runs: null, repeats: null, tasks: null }
  const full = afterRuns(pairs, FULL_RECORD)
  if (full.every(({ ledger }) => ledger.successes === 0)) return none
  const hasNew = pairs.some(({ ledger }) => ledger.attempts === 0)
  const runs = firstWhere(hasNew ? 1 : 0, FULL_RECORD, (count) => isSighted(afterRuns(pairs, count)))
  if (runs !== null) return { ...none, runs }
  const times = ({ successes, attempts }: Counts, count: number): Counts => ({
    successes: successes * count,
    attempts: attempts * count,
  })
  const repeats = firstWhere(2, MAX_REPEATS, (count) =>
    isSighted(full.map((pair) => ({ ...pair, run: times(pair.run, count) }))),
  )
  if (repeats !== null) return { ...none, repeats: repeats * (full[0]?.run.attempts ?? 1) }
  const copies = firstWhere(2, Math.floor(MAX_TASKS / pairs.length), (count) =>
    isSighted(Array.from({ length: count }, () => full).flat()),
  )
  return { ...none, tasks: copies === null ? null : copies * pairs.length }
}

/** How far a ledger is from seeing one broken task, and from `ok`. */
export interface Strength {
  /** Fewest tasks broken outright that the next gate would call a regression; null where no number would. */
  least_broken: number | null
  /** More runs like this one until one is enough; 0 where it is, null where full records are not enough. */
  runs: number | null
  ok: Reach
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
    least_broken: leastBroken(pairs)?.length ?? null,
    runs: firstWhere(0, FULL_RECORD, seesOne),
    ok: reachOf(pairs),
  }
}
