import type { Ledger } from '../schema/ledger.ts'
import type { Change, Gate, GateChanges } from '../schema/run.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import type { Counts, Pair } from './attempt.ts'
import { fisherLowerTail } from './hypergeometric.ts'
import { type GateRun, preflight } from './preflight.ts'
import { atMost, LEAST_LEDGER, SUSPECT_TASK } from './rules.ts'
import { suspectTasks } from './suspect.ts'

type Stratum = GateChanges['overall']

/** Looks better than the ledger by the measure that suspects a task; at a seed that failed, where outcomes go by seed. */
function improved({ key, run, ledger }: Pair, { attempts }: GateRun, { tasks }: Ledger): boolean {
  const seeds = tasks[key]?.seeds
  if (seeds !== undefined) {
    return attempts.some(
      (attempt) =>
        attempt.key === key &&
        attempt.outcome === 'solved' &&
        attempt.seed !== undefined &&
        seeds[String(attempt.seed)] === 0,
    )
  }
  if (ledger.attempts < LEAST_LEDGER || run.successes === 0) return false
  return atMost(fisherLowerTail(ledger, run), SUSPECT_TASK)
}

const meanShare = (counts: readonly Counts[]): number | null =>
  counts.length === 0
    ? null
    : counts.reduce((sum, { successes, attempts }) => sum + successes / attempts, 0) / counts.length

/**
 * What changed since the ledger, task by task and by level. Tasks that the gate names are `regressed`; what else looked
 * worse at first sight, or better by the same measure, is `suspected` or `improved`.
 *
 * @param said What the gate says of the run
 */
export function changesOf(
  run: GateRun,
  ledger: Ledger,
  { tasks, flips }: Pick<Gate, 'tasks' | 'flips'>,
): GateChanges {
  const { pairs, added, removed } = preflight(run, ledger)
  const named = [...tasks.filter((task) => task.regressed), ...(flips ?? []).filter(({ real }) => real)]
  const regressed = new Set(named.map(({ key }) => key))
  const suspected = new Set((flips ?? suspectTasks(pairs)).map(({ key }) => key))
  const changeOf = (pair: Pair): Change | undefined => {
    if (regressed.has(pair.key)) return 'regressed'
    if (suspected.has(pair.key)) return 'suspected'
    return improved(pair, run, ledger) ? 'improved' : undefined
  }
  const compared = pairs.map((pair) => ({ ...pair, change: changeOf(pair) }))
  // What a partial run did not attempt is not gone.
  const gone = run.complete ? removed.flatMap(({ key }) => ledger.tasks[key] ?? []) : []
  const stratumOf = (level?: Level): Stratum => {
    const within = <T extends { level: Level }>(items: readonly T[]): T[] =>
      items.filter((item) => level === undefined || item.level === level)
    const own = within(compared)
    const count = (change: Change): number => own.filter((task) => task.change === change).length
    return {
      tasks: own.length,
      before: meanShare(own.map((task) => task.ledger)),
      now: meanShare(own.map((task) => task.run)),
      regressed: count('regressed'),
      suspected: count('suspected'),
      improved: count('improved'),
      added: within(added).length,
      removed: within(gone).length,
    }
  }
  const levels = LEVELS.map((level): [Level, Stratum] => [level, stratumOf(level)])
  return {
    overall: stratumOf(),
    levels: Object.fromEntries(levels.filter(([, { tasks, added, removed }]) => tasks + added + removed > 0)),
    tasks: compared.map(({ key, ledger, run, change }) => ({
      key,
      ledger,
      run,
      ...(change === undefined ? {} : { change }),
    })),
  }
}
