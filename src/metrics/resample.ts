import { rngOf } from '../shared/rng.ts'
import type { Interval } from './intervals.ts'

const quantile = (sorted: readonly number[], share: number): number => {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const low = sorted[below] as number
  return low + (at - below) * ((sorted[Math.ceil(at)] as number) - low)
}

/**
 * Percentile interval, at .95, of the mean of values that come in clusters: whole clusters are drawn with
 * replacement. The same seed gives the same interval.
 *
 * @param resamples Default 2,000
 * @throws RangeError where there is no value
 */
export function clusterInterval(
  clusters: readonly (readonly number[])[],
  seed: number,
  resamples = 2_000,
): Interval {
  const sums = clusters
    .filter((cluster) => cluster.length > 0)
    .map((cluster) => ({ sum: cluster.reduce((total, value) => total + value, 0), size: cluster.length }))
  if (sums.length === 0)
    throw new RangeError('Failed to give an interval: there is no value. Give at least one.')
  const rng = rngOf(seed, 'resample')
  const means = Array.from({ length: resamples }, () => {
    let total = 0
    let size = 0
    for (let i = 0; i < sums.length; i++) {
      const drawn = sums[rng.int(0, sums.length - 1)] as (typeof sums)[number]
      total += drawn.sum
      size += drawn.size
    }
    return total / size
  }).sort((a, b) => a - b)
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) }
}
