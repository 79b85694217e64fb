import type { Level } from '../schema/task.ts'

/** A task as the gate knows it. */
export interface GateTask {
  /** Digest of what the task is; see `task-key.ts`. */
  key: string
  task_id: string
  level: Level
}

/** A task with what its attempts were made with. */
export interface MadeTask extends GateTask {
  /** Names of the models that answered. */
  models?: readonly string[]
  /** Digest of the schemas of the offered tools. */
  tools?: string
}

/**
 * One attempt at a task. `errored` means that the model endpoint failed after retries; an exception of the agent, or
 * its silence, is `failed`.
 */
export interface Attempt extends GateTask {
  seed?: number
  outcome: 'solved' | 'failed' | 'errored'
}

/** Solved attempts among those that were not errored. */
export interface Counts {
  successes: number
  attempts: number
}

/** A task in a run beside the same task in the ledger; both with at least one attempt. */
export interface Pair extends GateTask {
  run: Counts
  ledger: Counts
}

/** Counts of some attempts; errored ones are left out. */
export const countsOf = (attempts: readonly Attempt[]): Counts => ({
  successes: attempts.filter(({ outcome }) => outcome === 'solved').length,
  attempts: attempts.filter(({ outcome }) => outcome !== 'errored').length,
})

/** Attempts by the key of their task, in the given order. */
export function attemptsByKey(attempts: readonly Attempt[]): Map<string, Attempt[]> {
  const byKey = new Map<string, Attempt[]>()
  for (const attempt of attempts) {
    const own = byKey.get(attempt.key)
    if (own === undefined) byKey.set(attempt.key, [attempt])
    else own.push(attempt)
  }
  return byKey
}
