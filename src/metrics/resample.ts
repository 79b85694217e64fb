import type { Interval } from '../schema/report.ts'
import { createRng } from '../shared/rng.ts'

const computeQuantile = (sorted: readonly number[], share: number): number => {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const low = sorted[below] as number
  return low + (at - below) * ((sorted[Math.ceil(at)] as number) - low)
}

const RESAMPLES = 2_000

/**
 * Percentile interval, at .95, of the mean of values that come in clusters: whole clusters are drawn with
 * replacement. The same seed gives the same interval.
 *
 * @param clusters At least one, each with at least one value
 */
export function clusterInterval(clusters: readonly (readonly number[])[], seed: number): Interval {
  const rng = createRng(seed, 'resample')
  const sums = clusters.map((cluster) => cluster.reduce((total, value) => total + value, 0))
  const means = Array.from({ length: RESAMPLES }, () => {
    let total = 0
    let count = 0
    for (let i = 0; i < clusters.length; i++) {
      const drawn = rng.int(0, clusters.length - 1)
      total += sums[drawn] as number
      count += (clusters[drawn] as readonly number[]).length
    }
    return total / count
  }).sort((a, b) => a - b)
  return { low: computeQuantile(means, 0.025), high: computeQuantile(means, 0.975) }
}
