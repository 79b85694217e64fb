/**
 * The thresholds of the gate. Where run and reruns are weighed together, a run without a regression fails at most
 * once in a hundred.
 */

/**
 * The test of all tasks together. It looks at the run, then after each further attempt at every task, as long as p is at
 * most `goOn`; it ends early below `early`.
 */
export const SUITE_WIDE = { goOn: 0.15, reject: 0.008, early: 0.0008, passes: 2 } as const
/**
 * Luck that all tasks of one run share: the least standard deviation, in log-odds, and how far its square may lie from
 * that before the runs of the baseline are believed more.
 */
export const RUN_LUCK = { least: 0.15, spread: 0.03 } as const
/** Suspects a level on the run alone, and rejects it: p of the test. */
export const SUSPECT_LEVEL = 0.05
export const REJECT_LEVEL = 0.00075
/** The run's own attempts are worse than baseline and reruns together: p of the exact test. */
export const FIRST_OVERALL = 0.0005
export const FIRST_LEVEL = 0.000125
/** They are also worse than the reruns alone. */
export const FIRST_REPEATS = 0.05
export const RERUNS_IN_STRATUM = 2
/** A level is worse when it solves so much less than its baseline, as a share. */
export const MARGIN = 0.01

/** Reruns that a candidate is brought to, round by round. */
export const ROUNDS = [2, 4, 8, 16, 24] as const
export const MAX_RERUNS = 24
/** Likelihood ratio of "broken" to "unchanged" that makes a task a candidate. */
export const CANDIDATE_RATIO = 2
/** Candidates of the first round: a share of the tasks, with a minimum; each later round takes half as many. */
export const CANDIDATES = { share: 0.1, least: 6 } as const
/** Likelihood ratio of "some tasks broke" to the better of "nothing changed" and "all drifted" that rejects. */
export const REJECT_TASKS = 100
/** Likelihood ratio from which a task that never failed and now fails every attempt needs another run. */
export const DOUBTFUL_TASKS = 20
/** A task solved this often, as a share, that fails all its attempts now, is not passed as luck of the run. */
export const RELIABLE = 0.9
/** Posterior probability from which a task is named, and from which it is still looked at once something broke. */
export const NAMED = 0.95
export const DOUBTED = 0.5

/**
 * A task whose record solves this share, which fails in this many worlds and is solved in one alone. The attempts in
 * that world do not count, since the agent may know its values by heart.
 */
export const KNOWN_BY_HEART = { share: 0.9, failedWorlds: 10 } as const

export const REMADE = 3
export const OUTAGE = { share: 0.05, least: 3 } as const
/** A level with a smaller share of its tasks attempted was not measured. */
export const LEVEL_COVERAGE = 0.8
/** More of the baseline's tasks gone from the suite are an error without prune. */
export const REMOVED = { share: 0.05, least: 1 } as const

export const VISIBLE_DROP = { share: 0.1, tasks: 2, power: 0.8 } as const
/** A gate that could not detect this many broken tasks (a share, with a minimum) is inconclusive too. */
const VISIBLE_TASKS = { share: 0.05, least: 1 } as const
/** What a suite must be able to detect for `ok`: a number of broken tasks, and a uniform drop as a share. */
export const neededSight = (tasks: number): { tasks: number; drop: number } => ({
  tasks: Math.max(VISIBLE_TASKS.least, Math.floor(VISIBLE_TASKS.share * tasks)),
  drop: Math.max(VISIBLE_DROP.share, VISIBLE_DROP.tasks / tasks),
})

/** Attempts at which a record is full: the number of worlds of a task. */
export const FULL_RECORD = 20
/** Outcomes kept beside a full record, and how many of them, better by an exact test, become the record. */
export const RECENT = { most: 20, least: 8, p: 0.01 } as const
export const LOOKS_BETTER = 0.15

/** Flips of more tasks that do not come again mean that the agent is not deterministic. */
export const UNSTEADY = { share: 0.02, least: 2 } as const

/** True where p is at most alpha; rounding in p does not decide. */
export const atMost = (p: number, alpha: number): boolean => p <= alpha * (1 + 1e-9)
