import { RecentMap } from '../shared/memoize.ts'
import { computeKernels, GRID, type Kernels } from './kernels.ts'
import { buildPattern, collectPatterns, type Outcome, type Pattern, type RunCounts } from './patterns.ts'
import { REJECT_TASKS, ROUNDS } from './thresholds.ts'

const UPDATES = 200
/** Updates after which the fit that leads goes first: the others are given up against it. */
const FIRST_UPDATES = 5
/** Updates after which a fit is given up if it can no longer become the best, with room for rounding. */
const CHECKED_UPDATES = [FIRST_UPDATES, 20, 50, 100] as const
const LOG_ROUNDING = 1e-6

/** Correlations of the attempts of one run that a fit chooses among. */
const CORRELATIONS = [0, 0.1, 0.3, 0.8] as const
/** What a correlation of 1 would cost, in logarithms of likelihood: without it, luck is taken for correlation. */
const CORRELATION_PENALTY = 10

export interface Fit {
  /** Share of the tasks that broke, from 0 to 1. */
  share: number
  /** Correlation of the attempts of one run. */
  correlation: number
  /** Likelihood of "broken" over "unchanged" of task i. */
  ratioOf(i: number): number
  ratioFor(outcome: Outcome): number
  posteriorOf(i: number): number
  /** Logarithms of the likelihoods: nothing changed, all drifted, some broke. */
  logs(): { unchanged: number; drifted: number; broken: number }
  /** Likelihood of "some broke" over the better of the other two; at most e^700. */
  lambda(): number
  /** Whether that is enough to reject, which takes fewer fits than the number. */
  rejects(): boolean
  /** The same where the other two may not take attempts for more correlated than "some broke" does. */
  lambdaAsCorrelated(): number
}

/** Per outcome, the sum over the grid of weights times a kernel. */
function multiply(kernel: Float64Array, weights: Float64Array): Float64Array {
  const grid = weights.length
  const sums = new Float64Array(kernel.length / grid)
  for (let i = 0; i < sums.length; i++) {
    let sum = 0
    for (let j = 0; j < grid; j++) sum += (kernel[i * grid + j] as number) * (weights[j] as number)
    sums[i] = sum
  }
  return sums
}

/** Per point of the grid, the sum over the outcomes of factors times a kernel; the largest. */
function multiplyMost(kernel: Float64Array, factors: Float64Array): number {
  const grid = kernel.length / factors.length
  const sums = new Float64Array(grid)
  for (let i = 0; i < factors.length; i++)
    for (let j = 0; j < grid; j++)
      sums[j] = (sums[j] as number) + (factors[i] as number) * (kernel[i * grid + j] as number)
  return Math.max(...sums)
}

/** Weights of the grid and the share that broke, by expectation maximisation from equal weights. */
class Mixture {
  readonly weights = new Float64Array(GRID).fill(1 / GRID)
  share: number
  updates = 0
  private readonly base: Float64Array
  private readonly other: Float64Array
  private readonly counts: readonly number[]
  private readonly tasks: number

  /** @param other Kernel of the tasks that broke; `base` itself where none did, and the share stays 0 */
  constructor(base: Float64Array, other: Float64Array, counts: readonly number[], tasks: number) {
    this.base = base
    this.other = other
    this.counts = counts
    this.tasks = tasks
    this.share = other === base ? 0 : 1 / (tasks + 1)
  }

  /** Goes on up to that number of updates. */
  proceed(updates: number): this {
    for (; this.updates < updates; this.updates++)
      if (this.other === this.base) this.updateUnbroken()
      else this.update()
    return this
  }

  /** The update where no task broke: what `update` does with a share of 0, to the last bit, in half of the time. */
  private updateUnbroken(): void {
    const { base, weights, counts } = this
    const grid = weights.length
    const expected = new Float64Array(grid)
    for (let i = 0; i < counts.length; i += 4) {
      const rows = counts.length
      const a = i * grid
      const b = i + 1 < rows ? a + grid : 0
      const c = i + 2 < rows ? a + 2 * grid : 0
      const d = i + 3 < rows ? a + 3 * grid : 0
      let ofA = 0
      let ofB = 0
      let ofC = 0
      let ofD = 0
      for (let j = 0; j < grid; j++) {
        const weight = weights[j] as number
        ofA += (base[a + j] as number) * weight
        ofB += (base[b + j] as number) * weight
        ofC += (base[c + j] as number) * weight
        ofD += (base[d + j] as number) * weight
      }
      const factorA = (counts[i] as number) / ofA
      const factorB = (counts[i + 1] ?? 0) / ofB
      const factorC = (counts[i + 2] ?? 0) / ofC
      const factorD = (counts[i + 3] ?? 0) / ofD
      for (let j = 0; j < grid; j++)
        expected[j] =
          (expected[j] as number) +
          factorA * (base[a + j] as number) +
          factorB * (base[b + j] as number) +
          factorC * (base[c + j] as number) +
          factorD * (base[d + j] as number)
    }
    this.weigh(expected)
  }

  /** Goes through two outcomes at a time: their sums do not wait for each other, and are the same to the last bit. */
  private update(): void {
    const { base, other, weights, share, counts, tasks } = this
    const grid = weights.length
    const expected = new Float64Array(grid)
    let broken = 0
    for (let i = 0, at = 0; i < counts.length; i += 2, at += 2 * grid) {
      // An outcome without a partner is its own, which occurs 0 times.
      const next = i + 1 < counts.length ? at + grid : at
      let same = 0
      let changed = 0
      let nextSame = 0
      let nextChanged = 0
      for (let j = 0; j < grid; j++) {
        const weight = weights[j] as number
        same += (base[at + j] as number) * weight
        changed += (other[at + j] as number) * weight
        nextSame += (base[next + j] as number) * weight
        nextChanged += (other[next + j] as number) * weight
      }
      const factor = (counts[i] as number) / ((1 - share) * same + share * changed)
      const nextFactor = (counts[i + 1] ?? 0) / ((1 - share) * nextSame + share * nextChanged)
      broken = broken + share * factor * changed + share * nextFactor * nextChanged
      const sameFactor = (1 - share) * factor
      const changedFactor = share * factor
      const nextSameFactor = (1 - share) * nextFactor
      const nextChangedFactor = share * nextFactor
      for (let j = 0; j < grid; j++)
        expected[j] =
          (expected[j] as number) +
          sameFactor * (base[at + j] as number) +
          changedFactor * (other[at + j] as number) +
          nextSameFactor * (base[next + j] as number) +
          nextChangedFactor * (other[next + j] as number)
    }
    this.weigh(expected)
    this.share = broken / tasks
  }

  private weigh(expected: Float64Array): void {
    const { weights, tasks } = this
    const grid = weights.length
    for (let j = 0; j < grid; j++)
      weights[j] = (1 / grid + (weights[j] as number) * (expected[j] as number)) / (tasks + 1)
  }

  log(scales: Float64Array): number {
    const likelihoods = this.computeLikelihoods()
    return this.counts.reduce(
      (sum, count, i) => sum + count * (Math.log(likelihoods[i] as number) + (scales[i] as number)),
      0,
    )
  }

  /** What the logarithm can gain at most with other weights: it is concave in them, so that it stays below its tangent. */
  boundGain(): number {
    const { base, other, counts, tasks } = this
    const factors = this.computeLikelihoods().map((likelihood, i) => (counts[i] as number) / likelihood)
    return Math.max(multiplyMost(base, factors), multiplyMost(other, factors)) - tasks
  }

  private computeLikelihoods(): Float64Array {
    const { base, other, weights, share } = this
    const changed = multiply(other, weights)
    return multiply(base, weights).map((same, i) => (1 - share) * same + share * (changed[i] as number))
  }
}

type Likelihoods = Exclude<keyof Kernels, 'scales'>

/** A fit at one of the correlations, which may be unfinished. */
interface Candidate {
  mixture: Mixture
  correlation: number
  /** Logarithm of its likelihood less the penalty. */
  log: number
}

/** A gate goes through its rounds anew after each of them, so that it fits what earlier rounds made again. */
const recentFits = new RecentMap<Fit>(ROUNDS.length)

const sharesLuck = ({ x, y }: RunCounts): boolean => x + y > 1
/** Where no run made several attempts at a task, every correlation gives the same likelihood. */
const hasCorrelation = ({ kept, runs }: Pattern): boolean => kept.some(sharesLuck) || runs.some(sharesLuck)

/**
 * Fits how often tasks are solved, and how many of them broke, to baseline, run and reruns of all tasks. It is a
 * mixture over a grid of chances, by exactly 200 updates, with one more task spread evenly over the grid (Jeffreys'
 * prior) so that a small suite is not fitted to its luck. Every task is in the fit, so that a lucky record is explained
 * by the suite and none is tested against itself. Attempts of one run are correlated as far as that explains the
 * outcomes better by more than the penalty. Source: nonparametric maximum likelihood of a mixing distribution, Laird,
 * J. Amer. Stat. Assoc. 73, 1978, by expectation maximisation; beta-binomial runs, Skellam, J. R. Stat. Soc. B 10,
 * 1948.
 */
export function fitOf(tasks: readonly Outcome[]): Fit {
  const key = JSON.stringify(tasks)
  const fit = recentFits.get(key) ?? fitAmong(tasks, CORRELATIONS)
  recentFits.set(key, fit)
  return fit
}

/** The fit in which all attempts are independent, those that a record keeps by run too. */
export const independentFit = (tasks: readonly Outcome[]): Fit =>
  fitAmong(
    tasks.map(({ s, b, x, y }) => ({ s, b, x, y })),
    [0],
  )

/** Fits at each correlation that there are kernels for: each is made once, and goes on where it was left. */
function buildCandidates(
  { counts, tasks }: ReturnType<typeof collectPatterns>,
  kernels: ReadonlyMap<number, Kernels>,
) {
  const fitted = new Map<string, Candidate>()
  /** The fit after that number of updates, or more where it has more. */
  const fitAt = (
    correlation: number,
    base: Likelihoods,
    other = base,
    updates: number = UPDATES,
  ): Candidate => {
    const key = `${correlation} ${base} ${other}`
    const known = fitted.get(key)
    if (known !== undefined && known.mixture.updates >= updates) return known
    const { scales, ...correlated } = kernels.get(correlation) as Kernels
    const mixture = known?.mixture ?? new Mixture(correlated[base], correlated[other], counts, tasks)
    const log = mixture.proceed(updates).log(scales) - CORRELATION_PENALTY * correlation
    const fit = { mixture, correlation, log }
    fitted.set(key, fit)
    return fit
  }
  /** Undefined for a fit that cannot be better than the given one. */
  const fitAbove = (
    least: number,
    correlation: number,
    base: Likelihoods,
    other?: Likelihoods,
  ): Candidate | undefined => {
    for (const checked of CHECKED_UPDATES) {
      const { mixture, log } = fitAt(correlation, base, other, checked)
      if (mixture.updates === checked && log + mixture.boundGain() < least - LOG_ROUNDING) return undefined
    }
    return fitAt(correlation, base, other)
  }
  /** The best fit over the correlations; of equal ones that with the smallest correlation. */
  const chooseBest = (base: Likelihoods, other?: Likelihoods): Candidate => {
    const [first, ...others] = [...kernels.keys()]
      .map((correlation) => fitAt(correlation, base, other, FIRST_UPDATES))
      .sort((one, two) => two.log - one.log) as [Candidate, ...Candidate[]]
    return others.reduce(
      (best, { correlation }) => {
        const next = fitAbove(best.log, correlation, base, other)
        if (next === undefined || next.log < best.log) return best
        return next.log > best.log || next.correlation < best.correlation ? next : best
      },
      fitAt(first.correlation, base, other),
    )
  }
  return { fitAt, fitAbove, chooseBest }
}

function fitAmong(tasks: readonly Outcome[], correlations: readonly number[]): Fit {
  const collected = collectPatterns(tasks)
  const { patterns, of } = collected
  const used = patterns.some(hasCorrelation) ? correlations : [0]
  const kernels = new Map(used.map((correlation) => [correlation, computeKernels(patterns, correlation)]))
  const { fitAt, fitAbove, chooseBest } = buildCandidates(collected, kernels)
  const { mixture, correlation, log } = chooseBest('unchanged', 'broken')
  const computeRatios = ({ unchanged, broken }: Kernels): Float64Array => {
    const as = multiply(unchanged, mixture.weights)
    return multiply(broken, mixture.weights).map((value, i) => value / (as[i] as number))
  }
  const ratios = computeRatios(kernels.get(correlation) as Kernels)
  const readRatio = (i: number): number => ratios[of[i] as number] as number
  const computeLikelihood = (worse: number, same: number, less: number): number =>
    Math.exp(Math.min(700, worse - Math.max(same, less)))
  /** Whether it is likelier by what rejects; another fit that cannot come near that is not finished. */
  const outweighs = (base: Likelihoods, at: number): boolean => {
    const other = fitAbove(log - Math.log(REJECT_TASKS), at, base)
    return other === undefined || computeLikelihood(log, other.log, other.log) >= REJECT_TASKS
  }
  let logs: ReturnType<Fit['logs']> | undefined
  const fit: Fit = {
    share: mixture.share,
    correlation,
    ratioOf: readRatio,
    ratioFor: (outcome) => computeRatios(computeKernels([buildPattern(outcome)], correlation))[0] as number,
    posteriorOf: (i) => {
      const odds = mixture.share * readRatio(i)
      return odds === Infinity ? 1 : odds / (1 - mixture.share + odds)
    },
    logs: () => {
      logs ??= { unchanged: chooseBest('unchanged').log, drifted: chooseBest('drifted').log, broken: log }
      return logs
    },
    lambda: () => {
      const { unchanged: same, drifted: less, broken: worse } = fit.logs()
      return computeLikelihood(worse, same, less)
    },
    // At the correlation of this fit the other two are soonest likely enough.
    rejects: () =>
      [correlation, ...used].every((at) => outweighs('unchanged', at) && outweighs('drifted', at)),
    lambdaAsCorrelated: () =>
      computeLikelihood(log, fitAt(correlation, 'unchanged').log, fitAt(correlation, 'drifted').log),
  }
  return fit
}
