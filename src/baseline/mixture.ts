import { RecentMap } from '../shared/memoize.ts'
import { computeKernels, GRID, type Kernels } from './kernels.ts'
import { buildPattern, collectPatterns, type Outcome, type Pattern, type RunCounts } from './patterns.ts'
import { ROUNDS } from './thresholds.ts'

const UPDATES = 200

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
  /** The same where the other two may not take attempts for more correlated than "some broke" does. */
  lambdaAsCorrelated(): number
}

/** Per outcome, the sum over the grid of weights times a kernel. */
function multiply(kernel: Float64Array, weights: Float64Array, into: Float64Array): void {
  for (let i = 0, at = 0; i < into.length; i++) {
    let sum = 0
    for (let j = 0; j < weights.length; j++, at++) sum += (kernel[at] as number) * (weights[j] as number)
    into[i] = sum
  }
}

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
    multiply(base, weights, likelihood)
    if (other === undefined) return
    multiply(other, weights, changed)
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

/** A fit at one of the correlations with its likelihood less the penalty. */
interface Candidate {
  mixture: Mixture
  correlation: number
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

function fitAmong(tasks: readonly Outcome[], correlations: readonly number[]): Fit {
  const { patterns, counts, of, tasks: size } = collectPatterns(tasks)
  const used = patterns.some(hasCorrelation) ? correlations : [0]
  const kernels = new Map(used.map((correlation) => [correlation, computeKernels(patterns, correlation)]))
  const fitAt = (correlation: number, base: keyof Kernels, other?: keyof Kernels): Candidate => {
    const correlated = kernels.get(correlation) as Kernels
    const mixture = new Mixture(
      correlated[base],
      other === undefined ? undefined : correlated[other],
      counts,
      size,
    )
    return { mixture, correlation, log: mixture.log(correlated.scales) - CORRELATION_PENALTY * correlation }
  }
  /** The best fit over the correlations; of equal ones that with the smallest correlation. */
  const chooseBest = (base: keyof Kernels, other?: keyof Kernels): Candidate =>
    used
      .map((correlation) => fitAt(correlation, base, other))
      .reduce((one, next) => (next.log > one.log ? next : one))
  const { mixture, correlation, log } = chooseBest('unchanged', 'broken')
  const computeRatios = ({ unchanged, broken, scales }: Kernels): Float64Array => {
    const [as, hs] = [new Float64Array(scales.length), new Float64Array(scales.length)]
    multiply(unchanged, mixture.weights, as)
    multiply(broken, mixture.weights, hs)
    return hs.map((value, i) => value / (as[i] as number))
  }
  const ratios = computeRatios(kernels.get(correlation) as Kernels)
  const readRatio = (i: number): number => ratios[of[i] as number] as number
  const computeLikelihood = (worse: number, same: number, less: number): number =>
    Math.exp(Math.min(700, worse - Math.max(same, less)))
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
    lambdaAsCorrelated: () =>
      computeLikelihood(log, fitAt(correlation, 'unchanged').log, fitAt(correlation, 'drifted').log),
  }
  return fit
}
