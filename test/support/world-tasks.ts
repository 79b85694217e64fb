import type { Task } from '../../src/schema/task.ts'
import { readRows } from './json-lines.ts'

/** Tasks that depend on their world, one for each way in which a task may. */
export const worldTasks: Task[] = readRows('test/fixtures/world-tasks.suite.jsonl')
export const findTask = (id: string): Task => worldTasks.find(({ task_id }) => task_id === id) as Task

/** Seeds of the worlds in which they are looked at. */
export const SEEDS: number[] = Array.from({ length: 20 }, (_, i) => 100 + i)
