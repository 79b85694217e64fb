import { messageOf, TracewrightError } from '../../shared/errors.ts'

/** What a thread answers: errors lose their class on the way between threads. */
export type Answer<T> = { value: T } | { problem: { message: string; expected: boolean } }

/** Work of a thread that answers also where it fails. */
export const answering =
  <Q, T>(work: (question: Q) => T | Promise<T>) =>
  async (question: Q): Promise<Answer<T>> => {
    try {
      return { value: await work(question) }
    } catch (error) {
      return { problem: { message: messageOf(error), expected: error instanceof TracewrightError } }
    }
  }

/** What was answered. Throws what the thread threw. */
export function answered<T>(answer: Answer<T>): T {
  if ('value' in answer) return answer.value
  const { message, expected } = answer.problem
  throw expected ? new TracewrightError(message) : new Error(message)
}
