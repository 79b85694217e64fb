import type { Task } from '../schema/task.ts'
import { MAX_TIMER_MS } from '../shared/timer.ts'

/** Time that judging may take beyond the agent's own, in milliseconds. */
const JUDGING_MS = 15_000

/** What the time limit of a case is made of. */
export interface CaseLimits {
  /** Of one attempt, in milliseconds, where the task has none of its own. */
  timeout: number
  /** Attempts at most. */
  attempts: number
  /** Worlds that an attempt may be checked in. */
  worlds: number
}

/** Time that a case may take, in milliseconds: all its attempts in all the worlds that they may be checked in. */
export const computeCaseTimeout = (
  task: Pick<Task, 'checks' | 'timeout'>,
  { timeout, attempts, worlds }: CaseLimits,
): number =>
  Math.min(
    (task.timeout ?? timeout) * attempts * (worlds + (task.checks?.length ?? 0)) + JUDGING_MS,
    MAX_TIMER_MS,
  )
