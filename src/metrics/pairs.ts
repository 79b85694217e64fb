import type { Interval } from '../schema/report.ts'
import { logChoose } from './log-factorial.ts'
import { clusterInterval } from './resample.ts'

/**
 * Holm's step-down correction: p values, each as large as the level of the whole family at which it would be
 * rejected, in the order given. Source: Holm, "A simple sequentially rejective multiple test procedure", 1979.
 */
export function adjustByHolm(ps: readonly number[]): number[] {
  const adjusted = ps.map(() => 1)
  let least = 0
  ps.map((p, at) => ({ p, at }))
    .sort((a, b) => a.p - b.p)
    .forEach(({ p, at }, rank) => {
      least = Math.max(least, Math.min(1, p * (ps.length - rank)))
      adjusted[at] = least
    })
  return adjusted
}

/**
 * Exact two-sided McNemar test: p that pairs which differ fall so unevenly by chance; 1 where none differs. Source:
 * McNemar, 1947, with the binomial distribution in place of its approximation.
 */
export function testByMcNemar(onlyFirst: number, onlySecond: number): number {
  const pairs = onlyFirst + onlySecond
  let tail = 0
  for (let x = 0; x <= Math.min(onlyFirst, onlySecond); x++) {
    tail += Math.exp(logChoose(pairs, x) - pairs * Math.LN2)
  }
  return Math.min(1, 2 * tail)
}

/** Whether each task was solved, by its id. */
export type SolvedTasks = ReadonlyMap<string, boolean>

/** Two agents on the same tasks. */
export interface PairedTest {
  /** Tasks that only the first agent, and only the second agent, solved. */
  only_first: number
  /** Tasks that only the second agent solved. */
  only_second: number
  /** Exact McNemar test. */
  p: number
  /** Cohen's g: how far the share of `only_first` among the tasks that differ is from a half, from -.5 to .5; null if no task differs. Source: Cohen, 1988. */
  effect: number | null
  /** Share solved by the first agent minus that of the second. */
  difference: number
}

/** Compares two agents on the tasks that both have. */
export function comparePair(first: SolvedTasks, second: SolvedTasks): PairedTest {
  const both = [...first].filter(([task]) => second.has(task))
  const count = (wanted: boolean): number =>
    both.filter(([task, solved]) => solved === wanted && second.get(task) === !wanted).length
  const [only_first, only_second] = [count(true), count(false)]
  const differing = only_first + only_second
  return {
    only_first,
    only_second,
    p: testByMcNemar(only_first, only_second),
    effect: differing === 0 ? null : only_first / differing - 0.5,
    difference: both.length === 0 ? 0 : (only_first - only_second) / both.length,
  }
}

/** A pair of agents, with p corrected by Holm for all pairs, and the interval of the difference. */
export interface PairComparison extends PairedTest {
  /** Name of the first agent. */
  first: string
  /** Name of the second agent. */
  second: string
  /** The p value, corrected by Holm over all pairs. */
  adjusted: number
  /** Percentile interval at .95 of `difference`: 2,000 bootstrap resamples of tasks. */
  interval: Interval
}

/**
 * Every pair of some agents, in their order: exact McNemar with Holm's correction, effect size, and the difference of
 * shares solved with its bootstrap interval over the tasks that both have.
 *
 * @param seed Of the bootstrap; the same seed gives the same intervals
 * @throws RangeError for two agents without a task in common
 */
export function compareAllPairs(
  agents: readonly { agent: string; results: readonly { task_id: string; solved: boolean }[] }[],
  seed = 42,
): PairComparison[] {
  const solvedBy = agents.map(
    ({ results }) => new Map(results.map(({ task_id, solved }) => [task_id, solved])),
  )
  const pairs = agents.flatMap(({ agent: first }, i) =>
    agents.slice(i + 1).map(({ agent: second }, j) => {
      const [one, other] = [solvedBy[i] as SolvedTasks, solvedBy[i + 1 + j] as SolvedTasks]
      const differences = [...one].flatMap(([task, solved]) => {
        const against = other.get(task)
        return against === undefined ? [] : [[Number(solved) - Number(against)]]
      })
      if (differences.length === 0)
        throw new RangeError(`Failed to compare ${first} and ${second}: they have no task in common.`)
      return { first, second, ...comparePair(one, other), interval: clusterInterval(differences, seed) }
    }),
  )
  const adjusted = adjustByHolm(pairs.map(({ p }) => p))
  return pairs.map((pair, i) => ({ ...pair, adjusted: adjusted[i] as number }))
}
