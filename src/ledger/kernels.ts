import type { Outcome } from './patterns.ts'

/** Points of the grid of chances to solve a task. */
export const GRID = 40

const chances = Float64Array.from({ length: GRID }, (_, j) => Math.sin((Math.PI * (j + 0.5)) / 80) ** 2)
const logs = (factor: number) => ({
  solved: chances.map((p) => Math.log(p * factor)),
  failed: chances.map((p) => Math.log(1 - p * factor)),
})
const SAME = logs(1)
/** A small drop everywhere, as a provider's bad day brings, is not held for broken tasks. */
const DRIFTED = logs(0.96)
const HALVED = logs(0.5)

/** Likelihood of the outcomes at each chance, row by row of the grid; all rows of one outcome are scaled alike. */
export interface Kernels {
  unchanged: Float64Array
  drifted: Float64Array
  broken: Float64Array
  /** Logarithm of the scale of each outcome, to be added to logarithms of likelihoods. */
  scales: Float64Array
}

/**
 * Likelihoods of a ledger's record and of what came since, at each chance p of the grid: as before; with p dropped to
 * .96 p; and broken, which is half for never solved any more and half for solved half as often.
 */
export function kernelsOf(outcomes: readonly Outcome[]): Kernels {
  const size = outcomes.length * GRID
  const kernels: Kernels = {
    unchanged: new Float64Array(size),
    drifted: new Float64Array(size),
    broken: new Float64Array(size),
    scales: new Float64Array(outcomes.length),
  }
  const all = [kernels.unchanged, kernels.drifted, kernels.broken]
  outcomes.forEach(({ s, b, x, y }, i) => {
    const since = (of: typeof SAME, j: number): number =>
      x * (of.solved[j] as number) + y * (of.failed[j] as number)
    let scale = -Infinity
    for (let j = 0; j < GRID; j++) {
      const before = s * (SAME.solved[j] as number) + (b - s) * (SAME.failed[j] as number)
      const dead = x === 0 ? 0.5 : 0
      const row = [
        before + since(SAME, j),
        before + since(DRIFTED, j),
        before + Math.log(dead + 0.5 * Math.exp(since(HALVED, j))),
      ]
      row.forEach((value, at) => {
        ;(all[at] as Float64Array)[i * GRID + j] = value
        scale = Math.max(scale, value)
      })
    }
    kernels.scales[i] = scale
    for (const kernel of all)
      for (let at = i * GRID; at < (i + 1) * GRID; at++) kernel[at] = Math.exp((kernel[at] as number) - scale)
  })
  return kernels
}
