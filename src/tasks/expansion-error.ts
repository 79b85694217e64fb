import { TracewrightError } from '../shared/errors.ts'

/** A task that has no expected trace in a world, and why. */
export class ExpansionError extends TracewrightError {
  override readonly name = 'ExpansionError'
  /** The field of the task that is to blame. */
  readonly field: string
  /** What went wrong, without the task and the world. */
  readonly reason: string

  constructor(task_id: string, seed: number, field: string, reason: string, cause?: unknown) {
    super(`Failed to expand ${task_id} in world ${seed}: ${field}: ${reason}. Correct the suite.`, { cause })
    this.field = field
    this.reason = reason
  }
}

/** What is found out by an expansion; undefined where the task has no expected trace in that world. */
export function runIfExpandable<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch (error) {
    if (error instanceof ExpansionError) return undefined
    throw error
  }
}
