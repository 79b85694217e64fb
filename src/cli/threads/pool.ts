import { Tinypool } from 'tinypool'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'

/** What a thread answers: errors lose their class on the way between threads. */
type ThreadAnswer<T> = { value: T } | { problem: { message: string; expected: boolean } }

/** Work of a thread that answers also where it fails. */
export const wrapAnswer =
  <Q, T>(work: (question: Q) => T | Promise<T>) =>
  async (question: Q): Promise<ThreadAnswer<T>> => {
    try {
      return { value: await work(question) }
    } catch (error) {
      return { problem: { message: describeThrown(error), expected: error instanceof TracewrightError } }
    }
  }

function unwrapAnswer<T>(answer: ThreadAnswer<T>): T {
  if ('value' in answer) return answer.value
  const { message, expected } = answer.problem
  throw expected ? new TracewrightError(message) : new Error(message)
}

/** What the thread that this runs in was given at its start. */
export const readThreadData = <T>(): T => Tinypool.workerData as T

/**
 * Runs work with this many threads beside it, and ends them with it, however it ends.
 *
 * @param work Is handed a function that has a thread do a piece of it, and throws what the piece throws, and where the
 * thread ends before it answers
 */
export async function runInThreads<Q, T, R>(
  file: string,
  threads: number,
  given: unknown,
  work: (ask: (question: Q) => Promise<T>) => Promise<R>,
): Promise<R> {
  const pool = new Tinypool({
    filename: new URL(file, import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    workerData: given,
  })
  let isDone = false
  const ended = new Promise<never>((_, reject) => {
    const rejectUnlessDone = (cause: unknown): void => {
      if (!isDone) reject(cause)
    }
    pool.on('error', (error) => rejectUnlessDone(createEndedEarlyError(describeThrown(error))))
    // The pool minds errors of a thread, and not one that code of the user's ends.
    for (const thread of pool.threads)
      thread.on('exit', (code) => rejectUnlessDone(createEndedEarlyError(`it exited with code ${code}`)))
  })
  const ask = async (question: Q): Promise<T> => {
    const answer: ThreadAnswer<T> = await pool.run(question).catch((error: unknown) => {
      throw createEndedEarlyError(describeThrown(error))
    })
    return unwrapAnswer(answer)
  }
  try {
    return await Promise.race([work(ask), ended])
  } finally {
    isDone = true
    // Not waited for: the pool waits forever for a thread that has ended by itself.
    void pool.destroy().catch(() => {})
  }
}

const createEndedEarlyError = (cause: string): TracewrightError =>
  new TracewrightError(
    `Failed to finish: a worker ended before its tasks (${cause}). Run again with --workers 1 for the full error.`,
  )
