import type { Ledger } from '../schema/ledger.ts'
import { LEVELS } from '../schema/task.ts'
import { type Attempt, attemptsByKey, countsOf, type GateTask, type MadeTask, type Pair } from './attempt.ts'
import { LEVEL_COVERAGE, OUTAGE, REMOVED } from './rules.ts'

/** A run as the gate takes it. */
export interface GateRun {
  /** Every task of the suite, also those that were not attempted. */
  suite: readonly MadeTask[]
  /** Attempts of the run, none of them repeated on suspicion. */
  attempts: readonly Attempt[]
  /** False for a filtered run, one that was cut short, or one shard. */
  complete: boolean
  /** Tasks of the ledger may be gone from the suite. */
  prune?: boolean
}

/** A run beside the ledger. */
export interface Preflight {
  /** Why there can be no verdict; empty where there can. */
  errors: string[]
  /** Tasks with attempts in both. */
  pairs: Pair[]
  /** Tasks that the ledger does not know: ungated. */
  added: GateTask[]
  /** Tasks of the ledger that the suite no longer holds. */
  removed: { key: string; task_id: string }[]
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`

/** More than 5 % of the attempts, and at least three, were errored. */
export function outageIn(attempts: readonly Attempt[], what: string): string[] {
  const errored = attempts.filter(({ outcome }) => outcome === 'errored').length
  if (errored < OUTAGE.least || errored <= OUTAGE.share * attempts.length) return []
  return [
    `Failed to gate the run: the model endpoint failed in ${errored} of ${attempts.length} ${what}. ` +
      'Run again once it answers.',
  ]
}

function shapeErrors({ suite, attempts }: GateRun): string[] {
  if (suite.length === 0) return ['Failed to gate the run: the suite holds no task. Name another suite.']
  const byKey = new Map<string, GateTask>()
  for (const task of suite) {
    const twin = byKey.get(task.key)
    if (twin !== undefined) {
      return [
        `Failed to gate the run: ${twin.task_id} and ${task.task_id} are the same task. Remove one of them.`,
      ]
    }
    byKey.set(task.key, task)
  }
  const stranger = attempts.find(({ key }) => !byKey.has(key))
  if (stranger !== undefined) {
    return [
      `Failed to gate the run: ${stranger.task_id} was attempted but is not in the suite. ` +
        'Run the suite that the ledger is of.',
    ]
  }
  if (attempts.length === 0) return ['Failed to gate the run: it holds no attempt. Run the suite first.']
  return []
}

/** Levels of which too few tasks have an attempt that was not errored. */
function unmeasured({ suite, attempts }: GateRun): string[] {
  const measured = new Set(attempts.filter(({ outcome }) => outcome !== 'errored').map(({ key }) => key))
  return LEVELS.flatMap((level) => {
    const own = suite.filter((task) => task.level === level)
    const there = own.filter(({ key }) => measured.has(key)).length
    if (there >= LEVEL_COVERAGE * own.length) return []
    return [
      `Failed to gate the run: only ${there} of ${plural(own.length, 'task')} of ${level} have an outcome, ` +
        `under ${percent(LEVEL_COVERAGE)}. Run the whole suite again.`,
    ]
  })
}

/**
 * Sets a run beside the ledger and says what stands against a verdict.
 *
 * @param firstRun The ledger may know none of the tasks, since it is about to learn them
 */
export function preflight(run: GateRun, ledger: Ledger, { firstRun = false } = {}): Preflight {
  const known = new Map(Object.entries(ledger.tasks))
  const inSuite = new Set(run.suite.map(({ key }) => key))
  const removed = [...known]
    .filter(([key]) => !inSuite.has(key))
    .map(([key, { task_id }]) => ({ key, task_id }))
  const added = run.suite.filter(({ key }) => !known.has(key))
  const wrong = shapeErrors(run)
  if (wrong.length > 0) return { errors: wrong, pairs: [], added, removed }

  const byKey = attemptsByKey(run.attempts)
  const pairs = run.suite.flatMap(({ key, task_id, level }) => {
    const record = known.get(key)
    const counts = countsOf(byKey.get(key) ?? [])
    if (record === undefined || counts.attempts === 0) return []
    const { successes, attempts } = record
    return [{ key, task_id, level, run: counts, ledger: { successes, attempts } }]
  })
  if (!run.complete) return { errors: [], pairs, added, removed }

  const errors = [...outageIn(run.attempts, 'attempts'), ...unmeasured(run)]
  if (removed.length > REMOVED * known.size && run.prune !== true) {
    errors.push(
      `Failed to gate the run: ${removed.length} of ${plural(known.size, 'task')} of the ledger are gone from ` +
        `the suite, more than ${percent(REMOVED)}. Update the ledger with --prune if that is meant.`,
    )
  } else if (pairs.length === 0 && !firstRun) {
    errors.push(
      'Failed to gate the run: the ledger knows none of its tasks. Check that it is the ledger of this suite, ' +
        'or update it.',
    )
  }
  return { errors, pairs, added, removed }
}
