/**
 * The figures of the gate. Stage 1 suspects on weak evidence and costs a few fresh attempts; stage 2 decides, so that a
 * run without a regression fails at most once in a hundred. Tasks are held to less than strata: a task is suspected
 * because its ledger was lucky, and is then tested against that same ledger.
 */
export const SUSPECT_OVERALL = 0.1
export const SUSPECT_LEVEL = 0.05
export const SUSPECT_TASK = 0.15
export const CONFIRM_STRATA = 0.003
export const CONFIRM_TASKS = 0.0025
/** Fresh attempts of every task of a suspected stratum. */
export const FRESH_IN_STRATUM = 2
/** Fresh attempts of a suspected task. */
export const FRESH_OF_TASK = { least: 6, most: 12 } as const
/** A task with fewer attempts in the ledger gets no verdict of its own. */
export const LEAST_LEDGER = 3
/** A record should come from so many runs; fewer are said. */
export const LEAST_RUNS = 3
/** A run with more errored attempts, as a share and in number, had an outage. */
export const OUTAGE = { share: 0.05, least: 3 } as const
/** A level with a smaller share of its tasks attempted was not measured. */
export const LEVEL_COVERAGE = 0.8
/** A larger share of the ledger's tasks gone from the suite is an error without prune. */
export const REMOVED = 0.05
/** A gate that cannot see a uniform drop of this size, with this power, is inconclusive. */
export const VISIBLE_DROP = { share: 0.1, power: 0.8 } as const

/** True where p is no larger than alpha; rounding in p does not decide. */
export const atMost = (p: number, alpha: number): boolean => p <= alpha * (1 + 1e-9)
