import { normalBelow, normalQuantile } from '../metrics/normal.ts'
import type { Pair } from './attempt.ts'
import { firstWhere } from './least-broken.ts'
import { marginOf } from './strata.ts'
import { FRESH_IN_STRATUM, REJECT_OVERALL, VISIBLE_DROP } from './thresholds.ts'

type Compared = Pick<Pair, 'run' | 'ledger'>

/** Moments of the statistic, the sum over tasks of x_i minus what run and ledger together let expect. */
interface Moments {
  mean: number
  /** Standard deviation from the run's own chance, and from the ledger's. */
  run: number
  ledger: number
  /** Standard deviation of the hypergeometric reference distribution. */
  reference: number
  /** Solved attempts that make one point. */
  margin: number
}

/** Moments where every task solves `drop` less often than its ledger says. */
function momentsOf(pairs: readonly Compared[], drop: number): Moments {
  const sums = { mean: 0, run: 0, ledger: 0, reference: 0 }
  const both = pairs.map(({ run, ledger }) => ({
    run: { successes: 0, attempts: run.attempts + FRESH_IN_STRATUM },
    ledger,
  }))
  for (const { run, ledger } of both) {
    const { successes, attempts: b } = ledger
    const n = run.attempts
    const before = successes / b
    const after = Math.max(0, before - drop)
    const weight = (n * b) / (n + b)
    // What a record of b attempts hides of p(1 - p); a single attempt says nothing, so the largest is taken.
    const spread = b > 1 ? (before * (1 - before) * b) / (b - 1) : 0.25
    const hidden = spread - before * (1 - before)
    const variance = after * (1 - after) + hidden
    const marked = successes + n * after
    const products = marked * (n + b) - marked * marked - n * after * (1 - after)
    sums.mean += weight * (after - before)
    sums.run += (weight * weight * variance) / n
    sums.ledger += (weight * weight * spread) / b
    sums.reference += (n * b * Math.max(0, products)) / ((n + b) ** 2 * (n + b - 1))
  }
  return {
    mean: sums.mean,
    run: Math.sqrt(sums.run),
    ledger: Math.sqrt(sums.ledger),
    reference: Math.sqrt(sums.reference),
    margin: marginOf(both),
  }
}

const QUANTILE = normalQuantile(REJECT_OVERALL)

function rejects({ mean, run, ledger, reference, margin }: Moments, luck: number): number {
  const room = QUANTILE * reference - 0.5 - margin - mean + luck * ledger
  return run === 0 ? Number(room >= 0) : normalBelow(room / run)
}

/** Luck of the ledger in standard deviations, and how likely it is. */
const LUCK = Array.from({ length: 25 }, (_, i) => (i - 12) / 3).map((luck) => ({
  luck,
  weight: Math.exp((-luck * luck) / 2) / 3 / Math.sqrt(2 * Math.PI),
}))

/**
 * Probability, about, that the gate calls a run regressed in which every task solves `drop` less often (a share;
 * none below 0): the test of all tasks on run and two fresh attempts rejects. Normal approximation of the exact test,
 * averaged over the luck of the ledger. That the run must first look worse is left out; levels and single tasks only
 * add to it.
 */
export function powerOf(pairs: readonly Compared[], drop: number): number {
  const moments = momentsOf(pairs, drop)
  return LUCK.reduce((sum, { luck, weight }) => sum + weight * rejects(moments, luck), 0)
}

/** Smallest uniform drop, a share in steps of a tenth of a point, that the gate sees with 80 % power; null if none. */
export function smallestDrop(pairs: readonly Compared[]): number | null {
  const permille = firstWhere(1, 1000, (drop) => powerOf(pairs, drop / 1000) >= VISIBLE_DROP.power)
  return permille === null ? null : permille / 1000
}
