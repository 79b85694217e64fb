import type { WrittenTask } from '../../src/schema/task-in-world.ts'
import { collectTasks } from '../../src/suites/code/load.ts'
import { prepareTaskOf } from './code-task.ts'

/** Seeds of the worlds in which they are looked at. */
export const SEEDS: number[] = Array.from({ length: 20 }, (_, i) => 100 + i)

/** Tasks that depend on their world, one for each way in which a function may; prepared in the worlds above. */
export const worldTasks: readonly WrittenTask[] = await Promise.all(
  (await collectTasks('world-tasks.suite.ts', () => import('../fixtures/world-tasks.suite.ts'))).map((code) =>
    prepareTaskOf(code),
  ),
)
export const findTask = (id: string): WrittenTask =>
  worldTasks.find(({ task_id }) => task_id === id) as WrittenTask
