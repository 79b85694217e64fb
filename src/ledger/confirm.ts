import { holm } from '../metrics/holm.ts'
import { type Attempt, attemptsByKey, type Counts, countsOf, type GateTask, type Pair } from './attempt.ts'
import { exactLowerTail } from './exact-test.ts'
import { fisherLowerTail } from './hypergeometric.ts'
import { freshFor } from './repeats.ts'
import { atMost, CONFIRM_STRATA, CONFIRM_TASKS, FRESH_IN_STRATUM } from './rules.ts'
import type { Stratum, SuspectStratum, Suspects, SuspectTask } from './suspect.ts'

/** Fresh attempts that stage 2 needs of one task. */
export interface FreshPlan extends GateTask {
  attempts: number
}

interface Tested {
  /** p of stage 1, which only suspected. */
  suspected: number
  /** p of the fresh attempts alone against the ledger. */
  p: number
  /** p corrected for the number of strata or tasks tested; at most .003 for a stratum and .0025 for a task where rejected. */
  adjusted: number
  regressed: boolean
  ledger: Counts
  fresh: Counts
}
export interface TestedStratum extends Tested {
  stratum: Stratum
}
export interface TestedTask extends Tested, GateTask {}

/** Stage 2, planned: two attempts of every task in a suspected stratum, more of each suspected task. */
export function planFresh({ strata, tasks }: Suspects): FreshPlan[] {
  const plans = new Map<string, FreshPlan>()
  const need = ({ key, task_id, level }: GateTask, attempts: number): void => {
    const before = plans.get(key)?.attempts ?? 0
    plans.set(key, { key, task_id, level, attempts: Math.max(before, attempts) })
  }
  for (const task of tasks) need(task, freshFor(task.ledger.attempts, tasks.length))
  for (const stratum of strata) for (const task of stratum.tasks) need(task, FRESH_IN_STRATUM)
  return [...plans.values()]
}

const sum = (counts: readonly Counts[]): Counts => ({
  successes: counts.reduce((total, { successes }) => total + successes, 0),
  attempts: counts.reduce((total, { attempts }) => total + attempts, 0),
})

/**
 * Strata on fresh attempts: the first two of each task that were not errored, whatever else was tried, so that a
 * suspected task weighs no more than another. Bonferroni over the suspected strata.
 */
export function confirmStrata(strata: readonly SuspectStratum[], fresh: readonly Attempt[]): TestedStratum[] {
  const byKey = attemptsByKey(fresh.filter(({ outcome }) => outcome !== 'errored'))
  return strata.map(({ stratum, p: suspected, tasks }) => {
    const pairs = tasks
      .map((task) => ({ ...task, run: countsOf((byKey.get(task.key) ?? []).slice(0, FRESH_IN_STRATUM)) }))
      .filter(({ run }) => run.attempts > 0)
    const p = exactLowerTail(pairs)
    const adjusted = Math.min(1, p * strata.length)
    return {
      stratum,
      suspected,
      p,
      adjusted,
      regressed: atMost(adjusted, CONFIRM_STRATA),
      ledger: sum(pairs.map((pair: Pair) => pair.ledger)),
      fresh: sum(pairs.map((pair: Pair) => pair.run)),
    }
  })
}

/** Suspected tasks on all their fresh attempts: Fisher's lower tail, Holm over the tasks. */
export function confirmTasks(tasks: readonly SuspectTask[], fresh: readonly Attempt[]): TestedTask[] {
  const byKey = attemptsByKey(fresh)
  const tested = tasks.map(({ key, task_id, level, ledger, p: suspected }) => {
    const counts = countsOf(byKey.get(key) ?? [])
    return { key, task_id, level, suspected, ledger, fresh: counts, p: fisherLowerTail(counts, ledger) }
  })
  const adjusted = holm(tested.map(({ p }) => p))
  return tested.map((task, i) => {
    const own = adjusted[i] as number
    return { ...task, adjusted: own, regressed: atMost(own, CONFIRM_TASKS) }
  })
}
