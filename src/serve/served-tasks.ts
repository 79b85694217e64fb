import type { Task } from '../schema/task.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import type { Registry } from '../tools/registry.ts'

export interface ShownTool {
  name: string
  description: string
  /** JSON Schema of the arguments, draft 2020-12. */
  inputSchema: Record<string, unknown>
}

/** The tools of the given names that are simulated, in the given order. */
export const shownTools = (names: readonly string[], registry: Registry): ShownTool[] =>
  names.flatMap((name) => {
    const simulator = registry.get(name)
    if (simulator === undefined) return []
    const { description, inputSchema } = simulator
    return [{ name, description, inputSchema }]
  })

/** The tasks of a suite that are run, by their ids: those that their lines skip or leave to be done are not. */
export const tasksToServe = (lines: readonly SuiteLine[]): Map<string, Task> =>
  new Map(
    lines
      .filter(({ task: { skip, todo } }) => skip === undefined && todo === undefined)
      .map(({ task }) => [task.task_id, task]),
  )
