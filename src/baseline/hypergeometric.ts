import { logChoose } from '../metrics/log-factorial.ts'
import type { Counts } from './attempt.ts'

const kept = new Map<string, readonly number[]>()

/**
 * Probabilities of x = 0 .. draws marked items among `draws` drawn without replacement from `total` items of which
 * `marked` are marked. Kept by arguments: a suite has few different ones.
 */
export function computeHypergeometric(total: number, marked: number, draws: number): readonly number[] {
  const id = `${total} ${marked} ${draws}`
  const before = kept.get(id)
  if (before !== undefined) return before
  const all = logChoose(total, draws)
  const masses = Array.from({ length: draws + 1 }, (_, x) =>
    Math.exp(logChoose(marked, x) + logChoose(total - marked, draws - x) - all),
  )
  kept.set(id, masses)
  return masses
}

/**
 * Exact conditional test of a drop over many tasks: P(sum X_i <= sum x_i + margin). X_i, the solved attempts of task i
 * in the run, is hypergeometric given the solved attempts of run and baseline together. Tasks may differ in attempts and
 * in difficulty. 1 without pairs; of one pair Fisher's exact test. Source: the exact test of a common odds ratio of 1
 * over 2 x 2 tables, with the distribution of the sum by convolution.
 *
 * @param margin Solved attempts that the run may fall short by, 0 by default
 */
export function computeLowerTail(pairs: readonly { run: Counts; baseline: Counts }[], margin = 0): number {
  let masses = new Float64Array([1])
  let solved = 0
  for (const { run, baseline } of pairs) {
    const marked = run.successes + baseline.successes
    // All solved or all failed: the count is certain, and only shifts the sum.
    if (marked === 0 || marked === run.attempts + baseline.attempts) continue
    solved += run.successes
    masses = convolve(masses, computeHypergeometric(run.attempts + baseline.attempts, marked, run.attempts))
  }
  let tail = 0
  const most = Math.min(solved + margin, masses.length - 1)
  for (let sum = 0; sum <= most; sum++) tail += masses[sum] as number
  return Math.min(1, tail)
}

function convolve(left: Float64Array, right: readonly number[]): Float64Array<ArrayBuffer> {
  const sum = new Float64Array(left.length + right.length - 1)
  // Where one side has far more attempts, nearly all masses are 0.
  const first = left.findIndex((mass) => mass > 0)
  const last = left.findLastIndex((mass) => mass > 0)
  for (let j = 0; j < right.length; j++) {
    const weight = right[j] as number
    if (weight === 0) continue
    for (let i = Math.max(first, 0); i <= last; i++)
      sum[i + j] = (sum[i + j] as number) + weight * (left[i] as number)
  }
  return sum
}
