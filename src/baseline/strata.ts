import type { Gate } from '../schema/gate.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { type Counts, countSolved, type Pair, runsOf, sumOf } from './attempt.ts'
import { computeLowerTail } from './hypergeometric.ts'
import {
  comparePair,
  computeMargin,
  computeSuiteMargin,
  computeWorseTail,
  estimateSharedLuck,
  sumCounts,
  suspectTogether,
} from './suite-wide.ts'
import {
  atMost,
  FIRST_LEVEL,
  FIRST_OVERALL,
  FIRST_REPEATS,
  REJECT_LEVEL,
  RERUNS_IN_STRATUM,
  SUITE_WIDE,
  SUSPECT_LEVEL,
} from './thresholds.ts'

export type StratumName = 'overall' | Level

export interface SuspectStratum {
  stratum: StratumName
  /** p of the run alone against the baseline. */
  suspected: number
  tasks: number[]
  /** Reruns of each task that the test counts. */
  reruns: number
}

type TestedStratum = Gate['strata'][number]

const select = (pairs: readonly Pair[], tasks: readonly number[]): Pair[] =>
  tasks.map((i) => pairs[i] as Pair)

/** The attempts that the runs make of every task, beside the baseline's. */
const sumAttempts = (pair: Pair): { run: Counts; baseline: Counts } => ({
  run: sumOf(runsOf(pair).map(({ run }) => run)),
  baseline: pair.baseline,
})

/** Levels whose run, without any rerun, looks worse than the baseline; a level that is the whole suite is none. */
export const suspectLevels = (pairs: readonly Pair[]): SuspectStratum[] =>
  LEVELS.map((stratum) => {
    const tasks = pairs.flatMap(({ level }, i) => (level === stratum ? [i] : []))
    const suspected =
      tasks.length < pairs.length ? computeLowerTail(select(pairs, tasks).map(sumAttempts)) : 1
    return { stratum, tasks, suspected, reruns: RERUNS_IN_STRATUM }
  }).filter(({ suspected }) => atMost(suspected, SUSPECT_LEVEL))

/** All tasks together, where their run looks worse than the baseline. */
export function suspectSuite(pairs: readonly Pair[], reruns: number): SuspectStratum[] {
  const suspected = suspectTogether(pairs, 0)
  return suspected === undefined
    ? []
    : [{ stratum: 'overall', suspected, tasks: pairs.map((_, i) => i), reruns }]
}

/**
 * An agent that keeps state may fail whatever it is asked first and pass its repeats: the repeats then hide that every
 * user meets the failure. Each run's own attempts are tested against baseline and reruns together, which are
 * alike where nothing of that kind happened, and against the reruns alone, which share the luck of the run.
 * Undefined where the own attempts of some run are not worse.
 */
function testFirstAttempts(pairs: readonly Pair[], alpha: number): TestedStratum['first'] {
  const runs = Array.from({ length: 1 + (pairs[0]?.earlier?.length ?? 0) }, (_, at) =>
    pairs.map((pair) => {
      const { run, reruns } = runsOf(pair)[at] ?? pair
      const again = countSolved(reruns, RERUNS_IN_STRATUM)
      return { run, again, baseline: sumOf([pair.baseline, again]) }
    }),
  )
  const p = Math.max(...runs.map((stratumPairs) => computeLowerTail(stratumPairs)))
  const sameRun = runs.map((one) => computeLowerTail(one.map(({ run, again }) => ({ run, baseline: again }))))
  if (!atMost(p, alpha) || !atMost(Math.max(...sameRun), FIRST_REPEATS)) return undefined
  const all = runs.flat()
  return { p, run: sumOf(all.map(({ run }) => run)), again: sumOf(all.map(({ again }) => again)) }
}

/**
 * Suspected strata on the run and some reruns of each task, however many a task has. One run of luck looks like
 * a fall of all tasks, so a single run is a regression only if it would be one with twice the luck of the baseline's runs.
 */
export function testStrata(suspects: readonly SuspectStratum[], pairs: readonly Pair[]): TestedStratum[] {
  if (suspects.length === 0) return []
  const luck = estimateSharedLuck(pairs)
  const isRepeated = pairs.some(({ earlier = [] }) => earlier.length > 0)
  return suspects.map(({ stratum, suspected, tasks, reruns }) => {
    const isOverall = stratum === 'overall'
    const stratumPairs = select(pairs, tasks)
    const compared = stratumPairs.map((pair) => comparePair(pair, reruns))
    const counts = sumCounts(compared)
    const first = testFirstAttempts(stratumPairs, isOverall ? FIRST_OVERALL : FIRST_LEVEL)
    const margin = isOverall ? computeSuiteMargin(counts) : computeMargin(counts)
    const [p, p_doubled] = [
      computeWorseTail(compared, luck, margin),
      computeWorseTail(compared, 2 * luck, margin),
    ]
    const alpha = isOverall ? SUITE_WIDE.reject : REJECT_LEVEL
    const regressed = atMost(isRepeated ? p : p_doubled, alpha)
    return {
      stratum,
      suspected,
      p,
      p_doubled,
      luck,
      margin,
      regressed,
      ...(isOverall && atMost(p, alpha) && !regressed ? { needs_another_run: true as const } : {}),
      baseline: sumOf(counts.map(({ baseline }) => baseline)),
      now: sumOf(counts.map(({ run }) => run)),
      ...(first === undefined ? {} : { first }),
    }
  })
}
