import { computeNormalBelow, computeNormalQuantile } from '../metrics/normal.ts'
import { type Pair, runsOf, sumOf } from './attempt.ts'
import { findFirst } from './least-broken.ts'
import {
  type Compared,
  computeShortfall,
  computeSuiteMargin,
  estimateSharedLuck,
  sumCounts,
} from './suite-wide.ts'
import { SUITE_WIDE, VISIBLE_DROP } from './thresholds.ts'

type Planned = Pick<Pair, 'run' | 'baseline' | 'baselineRuns' | 'earlier'>

/** Moments of the statistic, the sum over tasks of x_i minus what run and baseline together let expect. */
interface Moments {
  mean: number
  /** Standard deviation from the run's own chance and the luck of runs, and from the baseline's chance. */
  run: number
  baseline: number
  /** How far the run must fall short to be rejected. */
  reject: number
}

const QUANTILE = computeNormalQuantile(SUITE_WIDE.reject)

/** Moments where every task solves `drop` less often than its baseline says. */
function computeMoments(pairs: readonly Planned[], drop: number, passes: number): Moments {
  const sums = { mean: 0, run: 0, baseline: 0 }
  const compared = pairs.map((pair): Compared => {
    const { successes, attempts: b } = pair.baseline
    const before = successes / b
    const after = Math.max(0, before - drop)
    const runs = runsOf({ reruns: [], ...pair }).map(({ run }) => {
      const attempts = run.attempts + passes
      return { successes: attempts * after, attempts }
    })
    const n = sumOf(runs).attempts
    const weight = (n * b) / (n + b)
    // What a record of b attempts hides of p(1 - p); a single attempt says nothing, so the largest is taken.
    const spread = b > 1 ? (before * (1 - before) * b) / (b - 1) : 0.25
    const hidden = spread - before * (1 - before)
    sums.mean += weight * (after - before)
    sums.run += (weight * weight * (after * (1 - after) + hidden)) / n
    sums.baseline += (weight * weight * spread) / b
    return { ...pair, runs }
  })
  const { variance, luck } = computeShortfall(compared)
  const shared = estimateSharedLuck(pairs) ** 2 * luck
  return {
    mean: sums.mean,
    run: Math.sqrt(sums.run + shared),
    baseline: Math.sqrt(sums.baseline),
    reject: Math.max(
      computeSuiteMargin(sumCounts(compared)) - QUANTILE * Math.sqrt(variance),
      -QUANTILE * Math.sqrt(variance + shared),
    ),
  }
}

function rejects({ mean, run, baseline, reject }: Moments, luck: number): number {
  const room = -reject - 0.5 - mean + luck * baseline
  return run === 0 ? Number(room >= 0) : computeNormalBelow(room / run)
}

/** Luck of the baseline in standard deviations, and how likely it is. */
const LUCK = Array.from({ length: 25 }, (_, i) => (i - 12) / 3).map((luck) => ({
  luck,
  weight: Math.exp((-luck * luck) / 2) / 3 / Math.sqrt(2 * Math.PI),
}))

/**
 * Probability, about, that the gate fails a run in which every task solves `drop` less often (a share; none below 0):
 * the test of all tasks on run and all passes rejects. Normal approximation, averaged over the luck of the baseline and
 * of the run. That the looks before must go on is left out; levels and single tasks only add to it.
 *
 * @param passes Further attempts at each task
 */
export function computePower(
  pairs: readonly Planned[],
  drop: number,
  passes: number = SUITE_WIDE.passes,
): number {
  const moments = computeMoments(pairs, drop, passes)
  return LUCK.reduce((sum, { luck, weight }) => sum + weight * rejects(moments, luck), 0)
}

/** Smallest uniform drop, a share in steps of a tenth of a point, that the gate sees with 80 % power; null if none. */
export function smallestDrop(pairs: readonly Planned[], passes?: number): number | null {
  const permille = findFirst(
    1,
    1000,
    (drop) => computePower(pairs, drop / 1000, passes) >= VISIBLE_DROP.power,
  )
  return permille === null ? null : permille / 1000
}
