import type { Task } from '../../src/schema/task.ts'
import { rowsIn } from './json-lines.ts'

/** Tasks that depend on their world, one for each way in which a task may. */
export const worldTasks: Task[] = rowsIn('test/fixtures/world-tasks.suite.jsonl')
export const taskNamed = (id: string): Task => worldTasks.find(({ task_id }) => task_id === id) as Task

/** Seeds of the worlds in which they are looked at. */
export const SEEDS: number[] = Array.from({ length: 20 }, (_, i) => 100 + i)
