import type { Task } from '../schema/task.ts'
import type { RuntimeSettings } from './settings.ts'

export type RunTaskOptions = Pick<RuntimeSettings, 'faults' | 'injections'>

/** The faults and attacks of the run, at a task that has none of its own. Any other task is given back. */
export function applyRunOptions<T extends Pick<Task, 'faults' | 'injections'>>(
  task: T,
  { faults, injections }: RunTaskOptions,
): T {
  const added = {
    ...(task.faults === undefined && faults.length > 0 ? { faults: [...faults] } : {}),
    ...(task.injections === undefined && injections.length > 0 ? { injections: [...injections] } : {}),
  }
  return Object.keys(added).length === 0 ? task : { ...task, ...added }
}
