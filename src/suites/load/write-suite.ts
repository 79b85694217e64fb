import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Task } from '../../schema/task.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { taskToLine } from './task-line.ts'

/** Says that a suite would have no tasks: it is not written, since no command takes it. */
export class EmptySuiteError extends TracewrightError {}

/**
 * Writes a suite, one task a line, as the tasks come. The file appears once it is whole: where something fails on the
 * way, what was there before stays.
 *
 * @param onTask Called after each task.
 * @throws EmptySuiteError if there are no tasks
 * @throws TracewrightError where the file cannot be written, and whatever the tasks throw
 */
export async function writeSuite(
  file: string,
  tasks: Iterable<Task> | AsyncIterable<Task>,
  onTask?: (task: Task, count: number) => void,
): Promise<void> {
  const part = `${file}.part`
  const stream = createWriteStream(part)
  // What goes wrong is told by the promises below; a stream that is destroyed while it writes says so once more.
  stream.on('error', () => {})
  let count = 0
  try {
    for await (const task of tasks) {
      if (!stream.write(`${taskToLine(task)}\n`)) await once(stream, 'drain')
      count++
      onTask?.(task, count)
    }
    if (count === 0) throw new EmptySuiteError(`Failed to write suite ${file}: it would have no tasks.`)
    stream.end()
    await finished(stream)
    await rename(part, file)
  } catch (error) {
    stream.destroy()
    await rm(part, { force: true })
    if (error instanceof TracewrightError) throw error
    throw new TracewrightError(`Failed to write suite ${file}: ${messageOf(error)}. Check the path.`, {
      cause: error,
    })
  }
}
