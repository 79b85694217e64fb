import type { Task } from '../schema/task.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'

/** The tasks of a suite that are run, by their ids: those that their lines skip or leave to be done are not. */
export const indexTasksToServe = (lines: readonly SuiteLine[]): Map<string, Task> =>
  new Map(
    lines
      .filter(({ task: { skip, todo } }) => skip === undefined && todo === undefined)
      .map(({ task }) => [task.task_id, task]),
  )
