import { computeNormalBelow } from '../metrics/normal.ts'
import { memoizeByObject } from '../shared/memoize.ts'
import { type Counts, countSolved, type Pair, runsOf, sumOf } from './attempt.ts'
import { computeLowerTail } from './hypergeometric.ts'
import { atMost, MARGIN, RUN_LUCK, SUITE_WIDE } from './thresholds.ts'

/** A task as the test takes it: attempts of each run that is judged, and of the baseline with its runs. */
export interface Compared extends Pick<Pair, 'baseline' | 'baselineRuns'> {
  runs: readonly Counts[]
}

/** A task with its own attempts and, of each run, the first reruns. */
export const comparePair = (pair: Pair, reruns: number): Compared => ({
  ...pair,
  runs: runsOf(pair).map((run) => sumOf([run.run, countSolved(run.reruns, reruns)])),
})

/** Sums over the runs of a baseline. */
interface RunSums {
  /** Solved attempts above the mean of each task, and the squares of these. */
  above: number
  squares: number
  /** Variances of the tasks, and the squares of these. */
  variance: number
  varianceSquares: number
}

/**
 * Standard deviation of the luck that all tasks of one run share, in log-odds. The covariance of tasks over the runs
 * of the baseline estimates it. Few runs or few failures say little, so the less they say, the more the estimate is
 * drawn to the least luck.
 */
export const estimateSharedLuck: (pairs: readonly Pick<Pair, 'baselineRuns'>[]) => number =
  memoizeByObject(estimateLuck)

function estimateLuck(pairs: readonly Pick<Pair, 'baselineRuns'>[]): number {
  const runs = new Map<string, RunSums>()
  for (const { baselineRuns = [] } of pairs) {
    const solved = baselineRuns.flatMap((run) => run.solved ?? [])
    const count = solved.length
    if (count < 2 || count < baselineRuns.length) continue
    const mean = solved.reduce((sum, one) => sum + one, 0) / count
    const variance = solved.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1)
    baselineRuns.forEach(({ id }, at) => {
      const above = (solved[at] as number) - mean
      const sums = runs.get(id) ?? { above: 0, squares: 0, variance: 0, varianceSquares: 0 }
      sums.above += above
      sums.squares += above ** 2
      sums.variance += variance
      sums.varianceSquares += variance ** 2
      runs.set(id, sums)
    })
  }
  const all = [...runs.values()]
  const least = RUN_LUCK.least ** 2
  const degrees = all.length - 1
  // Each task's mean holds its own runs, which takes one degree of freedom.
  const sum = (of: (sums: RunSums) => number): number => all.reduce((total, sums) => total + of(sums), 0)
  const expected = sum(({ variance, varianceSquares }) => variance ** 2 - varianceSquares)
  if (degrees < 1 || expected < 1e-9) return RUN_LUCK.least
  const covariance = sum(({ above, squares }) => above ** 2 - squares)
  const estimate = (covariance / expected) * (all.length / degrees)
  const error = (2 * all.length) / (degrees * sum(({ variance }) => variance ** 2))
  const weight = RUN_LUCK.spread ** 2 / (RUN_LUCK.spread ** 2 + error)
  return Math.sqrt(Math.max(least, weight * estimate + (1 - weight) * least))
}

/**
 * How many solved attempts the run falls short by, with the variance of that number if nothing changed. `luck` is the
 * variance that luck of one log-odds a run adds.
 */
export function computeShortfall(pairs: readonly Compared[]): {
  mean: number
  variance: number
  luck: number
} {
  /** By the id of a run of the baseline, or the index of a run that is judged. */
  const byRun = new Map<string | number, number>()
  const add = (run: string | number, effect: number): void => {
    byRun.set(run, (byRun.get(run) ?? 0) + effect)
  }
  const sums = { mean: 0, variance: 0 }
  for (const { baseline, baselineRuns, runs } of pairs) {
    const now = sumOf(runs)
    const both = now.attempts + baseline.attempts
    const marked = now.successes + baseline.successes
    const share = now.attempts / both
    // Of p(1 - p), from the attempts of both sides.
    const spread = both > 1 ? (marked * (both - marked)) / (both * (both - 1)) : 0
    const effect = baseline.attempts * share * spread
    sums.mean += share * marked - now.successes
    sums.variance += effect
    const ids = baselineRuns ?? Array.from({ length: baseline.attempts }, (_, i) => ({ id: `${i}` }))
    for (const { id } of ids) add(id, effect / ids.length)
    for (const [i, { attempts }] of runs.entries()) add(i, (effect * attempts) / now.attempts)
  }
  return { ...sums, luck: [...byRun.values()].reduce((sum, effect) => sum + effect ** 2, 0) }
}

/** Solved attempts that make one point between run and baseline. */
const computePoint = (pairs: readonly { run: Counts; baseline: Counts }[]): number =>
  MARGIN *
  pairs.reduce((sum, { run, baseline }) => {
    const both = run.attempts + baseline.attempts
    return sum + (run.attempts * baseline.attempts) / both
  }, 0)

/** That point rounded up, which a level may fall short by. */
export const computeMargin = (pairs: readonly { run: Counts; baseline: Counts }[]): number =>
  Math.max(0, Math.ceil(computePoint(pairs) - 1e-9))

/** That point rounded down, which all tasks together may fall short by: rounded up, it hides a drop of a small suite. */
export const computeSuiteMargin = (pairs: readonly { run: Counts; baseline: Counts }[]): number =>
  Math.floor(computePoint(pairs) + 1e-9)

export const sumCounts = (pairs: readonly Compared[]): { run: Counts; baseline: Counts }[] =>
  pairs.map(({ runs, baseline }) => ({ run: sumOf(runs), baseline }))

/**
 * p of being solved less often over all the tasks, the larger one of two. The exact test asks for more than the margin.
 * A normal approximation asks for more than the luck that the tasks of a run share, in the baseline's runs too. All passes
 * of one run share one draw of that luck, so that more passes do not average it away.
 *
 * @param luck Standard deviation of that luck, in log-odds
 * @param margin Solved attempts that the run may fall short by
 */
export function computeWorseTail(
  pairs: readonly Compared[],
  luck: number,
  margin = computeSuiteMargin(sumCounts(pairs)),
): number {
  const exact = computeLowerTail(sumCounts(pairs), margin)
  const { mean, variance, luck: unit } = computeShortfall(pairs)
  const spread = Math.sqrt(variance + luck ** 2 * unit)
  return spread === 0 ? exact : Math.max(exact, computeNormalBelow((0.5 - mean) / spread))
}

/**
 * p of all tasks together after some passes beside the run, where they look worse. Of most runs the exact test alone
 * shows that they do not.
 */
export function suspectTogether(pairs: readonly Pair[], passes: number): number | undefined {
  const compared = pairs.map((pair) => comparePair(pair, passes))
  const counts = sumCounts(compared)
  const margin = computeSuiteMargin(counts)
  if (!atMost(computeLowerTail(counts, margin), SUITE_WIDE.goOn)) return undefined
  const p = computeWorseTail(compared, estimateSharedLuck(pairs), margin)
  return atMost(p, SUITE_WIDE.goOn) ? p : undefined
}

/**
 * Whether all tasks are worth another attempt each, after some passes beside the run: they look worse, and not beyond
 * doubt. An agent that fails first attempts alone shows it in the first pass.
 */
export function needsPass(pairs: readonly Pair[], passes: number): boolean {
  if (suspectTogether(pairs, passes) === undefined) return false
  const compared = pairs.map((pair) => comparePair(pair, passes))
  const doubled = computeWorseTail(compared, 2 * estimateSharedLuck(pairs))
  return passes === 0 || !atMost(doubled, SUITE_WIDE.early)
}
