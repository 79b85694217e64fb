import { type Context, createContext, Script } from 'node:vm'
import { memoizeOnce } from './memoize.ts'

/** Time for the patterns of one call, in milliseconds. A busy machine may stop a thread for some of it. */
export const MAX_PATTERN_MS = 500

export class TimeLimitError extends Error {}

const place = memoizeOnce((): Context & { work?: (() => unknown) | undefined } => createContext({}))
const script = memoizeOnce(() => new Script('work()'))

/**
 * Runs work that must not block, such as patterns from outside: `^(a+)+$` takes hours over forty letters. The limit of
 * `node:vm` ends whatever runs in the thread, also a regular expression, and also with fake timers.
 *
 * @param ms Time limit in milliseconds
 * @param work Must be synchronous and leave nothing half done: it is cut off where it is
 * @throws TimeLimitError where the work takes longer
 */
export function runWithinTime<T>(ms: number, work: () => T): T {
  const context = place()
  const outer = context.work
  let result: { value: T } | undefined
  let failure: { thrown: unknown } | undefined
  context.work = () => {
    try {
      result = { value: work() }
    } catch (thrown) {
      failure = { thrown }
    }
  }
  try {
    script().runInContext(context, { timeout: ms })
  } catch (error) {
    throw new TimeLimitError(`it took longer than ${ms} ms`, { cause: error })
  } finally {
    context.work = outer
  }
  if (failure !== undefined) throw failure.thrown
  return (result as { value: T }).value
}
