import { GRID, kernelsOf } from './kernels.ts'
import { type Outcome, patternsOf } from './patterns.ts'

const UPDATES = 200

/** What the outcomes of all tasks together say of each. */
export interface Fit {
  /** Share of the tasks that broke, from 0 to 1. */
  share: number
  /** Likelihood of "broken" over "unchanged" of task i. */
  ratioOf(i: number): number
  /** Posterior probability that task i broke. */
  posteriorOf(i: number): number
  /** Logarithms of the likelihoods: nothing changed, all drifted, some broke. */
  logs(): { unchanged: number; drifted: number; broken: number }
  /** Likelihood of "some broke" over the better of the other two; at most e^700. */
  lambda(): number
}

/** Per outcome, the sum over the grid of weights times a kernel. In four sums, which a processor adds side by side. */
function dot(kernel: Float64Array, weights: Float64Array, into: Float64Array): void {
  for (let i = 0, at = 0; i < into.length; i++) {
    let first = 0
    let second = 0
    let third = 0
    let fourth = 0
    for (let j = 0; j < weights.length; j += 4, at += 4) {
      first += (kernel[at] as number) * (weights[j] as number)
      second += (kernel[at + 1] as number) * (weights[j + 1] as number)
      third += (kernel[at + 2] as number) * (weights[j + 2] as number)
      fourth += (kernel[at + 3] as number) * (weights[j + 3] as number)
    }
    into[i] = first + second + third + fourth
  }
}

/** Adds the row of an outcome, times a weight. */
function add(kernel: Float64Array, row: number, weight: number, into: Float64Array): void {
  for (let j = 0, at = row * into.length; j < into.length; j++, at++)
    into[j] = (into[j] as number) + weight * (kernel[at] as number)
}

/** Weights of the grid and the share that broke, by expectation maximisation from equal weights. */
class Mixture {
  readonly weights = new Float64Array(GRID).fill(1 / GRID)
  share: number
  private readonly likelihood: Float64Array
  private readonly changed: Float64Array
  private readonly counts: readonly number[]
  private readonly tasks: number
  private readonly base: Float64Array
  private readonly other: Float64Array | undefined

  constructor(base: Float64Array, other: Float64Array | undefined, counts: readonly number[], tasks: number) {
    this.base = base
    this.other = other
    this.counts = counts
    this.tasks = tasks
    this.share = other === undefined ? 0 : 1 / (tasks + 1)
    this.likelihood = new Float64Array(counts.length)
    this.changed = new Float64Array(counts.length)
    for (let t = 0; t < UPDATES; t++) this.update()
    this.evaluate()
  }

  private evaluate(): void {
    const { base, other, weights, likelihood, changed, share } = this
    dot(base, weights, likelihood)
    if (other === undefined) return
    dot(other, weights, changed)
    for (let i = 0; i < likelihood.length; i++)
      likelihood[i] = (1 - share) * (likelihood[i] as number) + share * (changed[i] as number)
  }

  private update(): void {
    this.evaluate()
    const { base, other, weights, likelihood, changed, share, counts, tasks } = this
    const expected = new Float64Array(GRID)
    let broken = 0
    for (let i = 0; i < likelihood.length; i++) {
      const factor = (counts[i] as number) / (likelihood[i] as number)
      broken += share * factor * (changed[i] as number)
      add(base, i, (1 - share) * factor, expected)
      if (other !== undefined) add(other, i, share * factor, expected)
    }
    for (let j = 0; j < GRID; j++)
      weights[j] = (1 / GRID + (weights[j] as number) * (expected[j] as number)) / (tasks + 1)
    if (other !== undefined) this.share = broken / tasks
  }

  log(scales: Float64Array): number {
    return this.counts.reduce(
      (sum, count, i) => sum + count * (Math.log(this.likelihood[i] as number) + (scales[i] as number)),
      0,
    )
  }
}

/**
 * Fits how often tasks are solved, and how many of them broke, to ledger, run and fresh attempts of all tasks: a
 * mixture over a grid of chances, by exactly 200 updates, with one more task spread evenly over the grid (Jeffreys'
 * prior) so that a small suite is not fitted to its luck. Every task is in the fit, so that a lucky record is explained
 * by the suite and none is tested against itself. Source: nonparametric maximum likelihood of a mixing distribution,
 * Laird, J. Amer. Stat. Assoc. 73, 1978, by expectation maximisation.
 */
export function fitOf(tasks: readonly Outcome[]): Fit {
  const name = tasks.map(({ s, b, x, y }) => `${s} ${b} ${x} ${y}`).join()
  const known = recent.get(name)
  if (known !== undefined) return known
  const fit = newFit(tasks)
  recent.set(name, fit)
  if (recent.size > RECENT) recent.delete(recent.keys().next().value ?? '')
  return fit
}

/** Latest fits: the rounds of a gate are gone through again each time that fresh attempts came in. */
const recent = new Map<string, Fit>()
const RECENT = 12

function newFit(tasks: readonly Outcome[]): Fit {
  const { outcomes, counts, of, tasks: size } = patternsOf(tasks)
  const { unchanged, drifted, broken, scales } = kernelsOf(outcomes)
  const some = new Mixture(unchanged, broken, counts, size)
  const as = new Float64Array(outcomes.length)
  const hs = new Float64Array(outcomes.length)
  dot(unchanged, some.weights, as)
  dot(broken, some.weights, hs)
  const ratio = (i: number): number => (hs[of[i] as number] as number) / (as[of[i] as number] as number)
  let logs: ReturnType<Fit['logs']> | undefined
  const fit: Fit = {
    share: some.share,
    ratioOf: ratio,
    posteriorOf: (i) => {
      const odds = some.share * ratio(i)
      return odds === Infinity ? 1 : odds / (1 - some.share + odds)
    },
    logs: () => {
      logs ??= {
        unchanged: new Mixture(unchanged, undefined, counts, size).log(scales),
        drifted: new Mixture(drifted, undefined, counts, size).log(scales),
        broken: some.log(scales),
      }
      return logs
    },
    lambda: () => {
      const { unchanged: same, drifted: less, broken: worse } = fit.logs()
      return Math.exp(Math.min(700, worse - Math.max(same, less)))
    },
  }
  return fit
}
