import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { type IsOwnOutput, writeOutput } from '../../shared/whole-file.ts'
import { taskToLine } from './task-line.ts'

/** Says that a suite would have no tasks: it is not written, since no command takes it. */
export class EmptySuiteError extends TracewrightError {}

/**
 * Writes a suite, one task per line, once all tasks came. If something fails on the way, or the file has other tasks,
 * it stays as it is.
 *
 * @param onTask Called after each task.
 * @throws EmptySuiteError if there are no tasks
 * @throws TracewrightError if the file cannot be written, and whatever the tasks throw
 */
export const writeSuite = (
  file: string,
  tasks: Iterable<Task> | AsyncIterable<Task>,
  onTask?: (task: Task, count: number) => void,
): Promise<void> => replaceSuite(file, tasks, () => false, onTask)

/** Writes a suite as {@link writeSuite} does, also over an output of the command. */
export async function replaceSuite(
  file: string,
  tasks: Iterable<Task> | AsyncIterable<Task>,
  isOwn: IsOwnOutput,
  onTask?: (task: Task, count: number) => void,
): Promise<void> {
  const lines: string[] = []
  for await (const task of tasks) {
    lines.push(formatLine(task))
    onTask?.(task, lines.length)
  }
  if (lines.length === 0) throw new EmptySuiteError(`Failed to write suite ${file}: it would have no tasks.`)
  writeOutput(file, lines.join(''), isOwn)
}

const formatLine = (task: Task): string => `${taskToLine(task)}\n`

/** The text of a suite. */
export const formatSuite = (tasks: Iterable<Task>): string => [...tasks].map(formatLine).join('')
