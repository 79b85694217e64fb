import type { Interval } from '../schema/report.ts'
import { type Rng, rngOf } from '../shared/rng.ts'

const quantile = (sorted: readonly number[], share: number): number => {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const low = sorted[below] as number
  return low + (at - below) * ((sorted[Math.ceil(at)] as number) - low)
}

/** Quotients of two totals over items that are drawn with replacement, the least first. */
function resampledQuotients(
  items: readonly { above: number; below: number }[],
  rng: Rng,
  resamples: number,
): number[] {
  const quotients = Array.from({ length: resamples }, () => {
    let above = 0
    let below = 0
    for (let i = 0; i < items.length; i++) {
      const drawn = items[rng.int(0, items.length - 1)] as (typeof items)[number]
      above += drawn.above
      below += drawn.below
    }
    return above / below
  })
  return quotients.filter((quotient) => !Number.isNaN(quotient)).sort((a, b) => a - b)
}

const RESAMPLES = 2_000

/**
 * Percentile interval, at .95, of the mean of values that come in clusters: whole clusters are drawn with
 * replacement. The same seed gives the same interval.
 *
 * @param clusters At least one, each with at least one value
 * @param resamples Default 2,000
 */
export function clusterInterval(
  clusters: readonly (readonly number[])[],
  seed: number,
  resamples = RESAMPLES,
): Interval {
  const sums = clusters.map((cluster) => ({
    above: cluster.reduce((total, value) => total + value, 0),
    below: cluster.length,
  }))
  const means = resampledQuotients(sums, rngOf(seed, 'resample'), resamples)
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) }
}

/**
 * Percentile interval, at .99, of the ratio of two totals over the same items: items are drawn with replacement, the
 * same ones each time.
 *
 * @param items At least one; the sum of `before` over them is not 0
 */
export function resampledRatio(items: readonly { before: number; now: number }[]): Interval {
  const shares = items.map(({ before, now }) => ({ above: now, below: before }))
  const ratios = resampledQuotients(shares, rngOf(1, 'resample ratio'), RESAMPLES)
  return { low: quantile(ratios, 0.005), high: quantile(ratios, 0.995) }
}
