import type { Gate } from '../schema/gate.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { type Counts, countsAmong, type Pair, pooled, runsOf, sumOf } from './attempt.ts'
import { hypergeometric } from './hypergeometric.ts'
import {
  atMost,
  FIRST_LEVEL,
  FIRST_OVERALL,
  FRESH_IN_STRATUM,
  MARGIN,
  REJECT_LEVEL,
  REJECT_OVERALL,
  SUSPECT_LEVEL,
  SUSPECT_OVERALL,
} from './thresholds.ts'

/**
 * Exact conditional test of a drop over many tasks: P(sum X_i <= sum x_i + margin). X_i, the solved attempts of task i
 * in the run, is hypergeometric given the solved attempts of run and ledger together. Tasks may differ in attempts and
 * in difficulty. 1 without pairs; of one pair Fisher's exact test. Source: the exact test of a common odds ratio of 1
 * over 2 x 2 tables, with the distribution of the sum by convolution.
 *
 * @param margin Solved attempts that the run may fall short by, 0 by default
 */
export function exactLowerTail(pairs: readonly { run: Counts; ledger: Counts }[], margin = 0): number {
  let masses = new Float64Array([1])
  let solved = 0
  for (const { run, ledger } of pairs) {
    const marked = run.successes + ledger.successes
    // All solved or all failed: the count is certain, and only shifts the sum.
    if (marked === 0 || marked === run.attempts + ledger.attempts) continue
    solved += run.successes
    masses = convolve(masses, hypergeometric(run.attempts + ledger.attempts, marked, run.attempts))
  }
  let tail = 0
  const most = Math.min(solved + margin, masses.length - 1)
  for (let sum = 0; sum <= most; sum++) tail += masses[sum] as number
  return Math.min(1, tail)
}

function convolve(left: Float64Array, right: readonly number[]): Float64Array<ArrayBuffer> {
  const sum = new Float64Array(left.length + right.length - 1)
  for (let j = 0; j < right.length; j++) {
    const weight = right[j] as number
    if (weight === 0) continue
    for (let i = 0; i < left.length; i++) sum[i + j] = (sum[i + j] as number) + weight * (left[i] as number)
  }
  return sum
}

export type StratumName = 'overall' | Level

export interface SuspectStratum {
  stratum: StratumName
  /** p of the run alone against the ledger. */
  suspected: number
  tasks: number[]
}

type TestedStratum = Gate['strata'][number]

/** All tasks, then those of each level; a level that is the whole suite is not tested a second time. */
function strataOf(pairs: readonly Pair[]): Omit<SuspectStratum, 'suspected'>[] {
  const all = pairs.map((_, i) => i)
  const levels = LEVELS.map((stratum) => ({ stratum, tasks: all.filter((i) => pairs[i]?.level === stratum) }))
  const proper = levels.filter(({ tasks }) => tasks.length > 0 && tasks.length < pairs.length)
  return [{ stratum: 'overall', tasks: all }, ...proper]
}

const at = (pairs: readonly Pair[], tasks: readonly number[]): Pair[] => tasks.map((i) => pairs[i] as Pair)

/** The attempts that the runs make of every task, beside the ledger's. */
export const ownAttempts = (pair: Pair): { run: Counts; ledger: Counts } => ({
  run: sumOf(runsOf(pair).map(({ run }) => run)),
  ledger: pair.ledger,
})

/** Strata whose run, without any fresh attempt, looks worse than the ledger. */
export const suspectStrata = (pairs: readonly Pair[]): SuspectStratum[] =>
  strataOf(pairs)
    .map((stratum) => ({ ...stratum, suspected: exactLowerTail(at(pairs, stratum.tasks).map(ownAttempts)) }))
    .filter(({ stratum, suspected }) =>
      atMost(suspected, stratum === 'overall' ? SUSPECT_OVERALL : SUSPECT_LEVEL),
    )

/** Solved attempts that make one point between run and ledger, rounded up. */
export const marginOf = (pairs: readonly { run: Counts; ledger: Counts }[]): number =>
  Math.max(
    0,
    Math.ceil(
      MARGIN *
        pairs.reduce((sum, { run, ledger }) => {
          const both = run.attempts + ledger.attempts
          return sum + (run.attempts * ledger.attempts) / both
        }, 0) -
        1e-9,
    ),
  )

/**
 * An agent that keeps state may fail whatever it is asked first and pass its repeats: the repeats then hide that every
 * user meets the failure. Each run's own attempts are tested against ledger and fresh attempts together, which are
 * alike where nothing of that kind happened. Undefined where the own attempts of some run are not worse.
 */
function firstAttempts(pairs: readonly Pair[], alpha: number): TestedStratum['first'] {
  const runs = Array.from({ length: 1 + (pairs[0]?.earlier?.length ?? 0) }, (_, at) =>
    pairs.map((pair) => {
      const { run, fresh } = runsOf(pair)[at] ?? pair
      const again = countsAmong(fresh, FRESH_IN_STRATUM)
      return { run, again, ledger: sumOf([pair.ledger, again]) }
    }),
  )
  const p = Math.max(...runs.map((stratumPairs) => exactLowerTail(stratumPairs)))
  const all = runs.flat()
  if (!atMost(p, alpha)) return undefined
  return { p, run: sumOf(all.map(({ run }) => run)), again: sumOf(all.map(({ again }) => again)) }
}

/** Suspected strata on the run and the first two fresh attempts of each task, however many a task has. */
export const testStrata = (suspects: readonly SuspectStratum[], pairs: readonly Pair[]): TestedStratum[] =>
  suspects.map(({ stratum, suspected, tasks }) => {
    const stratumPairs = at(pairs, tasks).map((pair) => ({
      run: sumOf(runsOf(pair).map((run) => pooled(run, FRESH_IN_STRATUM))),
      ledger: pair.ledger,
    }))
    const first = firstAttempts(at(pairs, tasks), stratum === 'overall' ? FIRST_OVERALL : FIRST_LEVEL)
    const margin = marginOf(stratumPairs)
    const p = exactLowerTail(stratumPairs, margin)
    return {
      stratum,
      suspected,
      p,
      margin,
      regressed: atMost(p, stratum === 'overall' ? REJECT_OVERALL : REJECT_LEVEL),
      ledger: sumOf(stratumPairs.map(({ ledger }) => ledger)),
      now: sumOf(stratumPairs.map(({ run }) => run)),
      ...(first === undefined ? {} : { first }),
    }
  })
