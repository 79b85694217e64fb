import type { Level } from '../schema/task.ts'
import { LEVELS } from '../schema/task.ts'
import type { Pair } from './attempt.ts'
import { exactLowerTail } from './exact-test.ts'
import { fisherLowerTail } from './hypergeometric.ts'
import { atMost, LEAST_LEDGER, SUSPECT_LEVEL, SUSPECT_OVERALL, SUSPECT_TASK } from './rules.ts'

export type Stratum = 'overall' | Level

export interface SuspectStratum {
  stratum: Stratum
  /** Exact conditional p of the run against the ledger. */
  p: number
  tasks: Pair[]
}

export interface SuspectTask extends Pair {
  /** Fisher's lower tail of the run against the ledger. */
  p: number
}

/** What stage 1 suspects; nothing is decided here. */
export interface Suspects {
  strata: SuspectStratum[]
  tasks: SuspectTask[]
}

/** All tasks, then the tasks of each level; a level that is the whole suite is not tested a second time. */
function strataOf(pairs: readonly Pair[]): { stratum: Stratum; tasks: Pair[] }[] {
  const levels = LEVELS.map((level) => ({
    stratum: level,
    tasks: pairs.filter((pair) => pair.level === level),
  }))
  const proper = levels.filter(({ tasks }) => tasks.length > 0 && tasks.length < pairs.length)
  return [{ stratum: 'overall', tasks: [...pairs] }, ...proper]
}

/** Strata that look worse than the ledger. */
const suspectStrata = (pairs: readonly Pair[]): SuspectStratum[] =>
  strataOf(pairs)
    .map((stratum) => ({ ...stratum, p: exactLowerTail(stratum.tasks) }))
    .filter(({ stratum, p }) => atMost(p, stratum === 'overall' ? SUSPECT_OVERALL : SUSPECT_LEVEL))

/**
 * Tasks that failed at least once and look worse than the ledger. With fewer than three attempts in the ledger no
 * number of fresh ones could decide, so such a task is not suspected on its own.
 */
export const suspectTasks = (pairs: readonly Pair[]): SuspectTask[] =>
  pairs
    .filter(({ run, ledger }) => ledger.attempts >= LEAST_LEDGER && run.successes < run.attempts)
    .map((pair) => ({ ...pair, p: fisherLowerTail(pair.run, pair.ledger) }))
    .filter(({ p }) => atMost(p, SUSPECT_TASK))

/** Stage 1: what looks worse in the run than in the ledger. */
export const suspectsAmong = (pairs: readonly Pair[]): Suspects => ({
  strata: suspectStrata(pairs),
  tasks: suspectTasks(pairs),
})
