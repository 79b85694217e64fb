import type { Baseline, BaselineTask } from '../schema/baseline.ts'
import type { Gate, GateChanges, TaskChange } from '../schema/gate.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import type { Counts, Pair } from './attempt.ts'
import { computeLowerTail } from './hypergeometric.ts'
import { type GateRun, preflight } from './preflight.ts'
import { listSolvedByRun } from './records.ts'
import { listSuspectedInRun } from './rerun-rounds.ts'
import { atMost, LOOKS_BETTER } from './thresholds.ts'

type Stratum = GateChanges['overall']

/**
 * Looks better than the baseline by Fisher's exact test, in which the baseline is the one that fares worse; at a seed that
 * failed, where outcomes go by seed.
 */
function hasImproved({ key, run, baseline }: Pair, { attempts }: GateRun, { tasks }: Baseline): boolean {
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
  return run.successes > 0 && atMost(computeLowerTail([{ run: baseline, baseline: run }]), LOOKS_BETTER)
}

const meanShare = (counts: readonly Counts[]): number | null =>
  counts.length === 0
    ? null
    : counts.reduce((sum, { successes, attempts }) => sum + successes / attempts, 0) / counts.length

/** Mean share of attempts solved in each run of the record with most runs, over the tasks that record it. */
function listHistory(tasks: readonly BaselineTask[]): number[] | undefined {
  const records = tasks.flatMap((task) => {
    const { runs } = task.origin
    const attempts = task.attempts / runs.length
    const counts = listSolvedByRun(task)?.map((successes, i) => [runs[i], { successes, attempts }] as const)
    return counts === undefined ? [] : [new Map(counts)]
  })
  const [longest] = records.toSorted((one, other) => other.size - one.size)
  return (
    longest &&
    [...longest.keys()].flatMap((run) => meanShare(records.flatMap((of) => of.get(run) ?? [])) ?? [])
  )
}

/**
 * What changed since the baseline, task by task and by level. Tasks that the gate names are `regressed`; what else the
 * run alone would have attempted again is `suspected`, and what looks better `improved`.
 *
 * @param said What the gate says of the run
 */
export function computeChanges(
  run: GateRun,
  baseline: Baseline,
  { tasks, flips }: Pick<Gate, 'tasks' | 'flips'>,
): GateChanges {
  const { pairs, added, removed } = preflight(run, baseline)
  const named = [...tasks.filter((task) => task.regressed), ...(flips ?? []).filter(({ real }) => real)]
  const regressed = new Set(named.map(({ key }) => key))
  const suspected = new Set(
    flips === undefined ? listSuspectedInRun(pairs).map((i) => pairs[i]?.key) : flips.map(({ key }) => key),
  )
  const changeOf = (pair: Pair): TaskChange | undefined => {
    if (regressed.has(pair.key)) return 'regressed'
    if (suspected.has(pair.key)) return 'suspected'
    return hasImproved(pair, run, baseline) ? 'improved' : undefined
  }
  const compared = pairs.map((pair) => ({ ...pair, change: changeOf(pair) }))
  // What a partial run did not attempt is not gone.
  const gone = run.complete ? removed.flatMap(({ key }) => baseline.tasks[key] ?? []) : []
  const computeStratum = (level?: Level): Stratum => {
    const selectLevel = <T extends { level: Level }>(items: readonly T[]): T[] =>
      items.filter((item) => level === undefined || item.level === level)
    const levelTasks = selectLevel(compared)
    const count = (change: TaskChange): number => levelTasks.filter((task) => task.change === change).length
    return {
      tasks: levelTasks.length,
      before: meanShare(levelTasks.map((task) => task.baseline)),
      now: meanShare(levelTasks.map((task) => task.run)),
      regressed: count('regressed'),
      suspected: count('suspected'),
      improved: count('improved'),
      added: selectLevel(added).length,
      removed: selectLevel(gone).length,
    }
  }
  const levels = LEVELS.map((level): [Level, Stratum] => [level, computeStratum(level)])
  const history = listHistory(compared.flatMap(({ key }) => baseline.tasks[key] ?? []))
  return {
    ...dropUndefinedFields({ history }),
    overall: computeStratum(),
    levels: Object.fromEntries(levels.filter(([, { tasks, added, removed }]) => tasks + added + removed > 0)),
    tasks: compared.map(({ key, baseline: before, run: now, change }) => {
      const worlds = baseline.tasks[key]?.worlds
      return {
        key,
        baseline: before,
        run: now,
        ...dropUndefinedFields({ change, worlds }),
      }
    }),
  }
}
