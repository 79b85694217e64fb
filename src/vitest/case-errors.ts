import type { AttemptOutcome } from '../run/attempt/make-attempt.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { Exception } from '../schema/trace.ts'
import { makeLinesPrintable, makePrintable } from '../shared/printable.ts'
import type { Redactor } from '../shared/redact/redactor.ts'
import { findFailingPlace, type LocatedTask } from './failing-place.ts'

const listFrames = (thrown: Error): string[] =>
  (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))

/**
 * What an agent threw as Vitest's reporters may print it: with name, message, stack and causes, without control
 * characters, and without the address of the attempt's tools.
 *
 * @param chain The exceptions of the trace, whose texts no longer hold that address
 * @param thrown What they were made of, for the frames with the paths of this machine
 * @param redactor What masked the texts of the trace
 */
export function createPrintableError(
  [first, ...causes]: readonly Exception[],
  thrown: unknown,
  redactor: Redactor,
): Error | undefined {
  if (first === undefined) return undefined
  const isError = thrown instanceof Error
  const cause = createPrintableError(causes, isError ? thrown.cause : undefined, redactor)
  const error = new Error(makeLinesPrintable(first.message), cause === undefined ? {} : { cause })
  error.name = makePrintable(first.name)
  const frames = isError ? listFrames(thrown) : first.frames.map((frame) => `    at ${frame}`)
  error.stack = [
    `${error.name}: ${error.message}`,
    ...frames.map((frame) => makePrintable(redactor.text(frame))),
  ].join('\n')
  return error
}

interface ErrorParts {
  /** Default `TaskNotSolved`. */
  name?: string
  cause?: Error | undefined
  /** File, line and column of the only frame. Default: the line of the task. */
  place?: string | undefined
}

/** An error whose only frame is a task, or a place of it. */
export function createErrorAt(
  message: string,
  { task, file, line }: LocatedTask,
  { name = 'TaskNotSolved', cause, place = `${file}:${line}:1` }: ErrorParts = {},
): Error {
  const error = new Error(message, cause === undefined ? {} : { cause })
  error.name = name
  error.stack = `${error.name}: ${message}\n    at ${task.task_id} (${place})`
  return error
}

/** Why a case fails in mode `strict`; undefined where every attempt solved its task. */
export async function createNotSolvedError(
  at: LocatedTask,
  suite: string,
  records: readonly AttemptRecord[],
  unsolved: AttemptOutcome | undefined,
): Promise<Error | undefined> {
  const failed = records.find(({ score }) => score?.solved !== true)
  if (failed === undefined) return undefined
  const { score, note, attempt } = failed
  const why = score?.reason ?? note ?? 'it was not solved'
  const which = records.length > 1 ? `, attempt ${attempt + 1} of ${records.length}` : ''
  const trace = unsolved?.record === failed ? unsolved.trace : undefined
  const isReported = score?.cause === 'agent-failed'
  const failure =
    trace?.failure === undefined || isReported
      ? ''
      : `\nThe agent failed: ${makeLinesPrintable(trace.failure)}`
  const condition = score?.decided === undefined ? '' : `\nCondition: ${makePrintable(score.decided)}`
  return createErrorAt(
    `${makePrintable(at.task.task_id)} (${suite}:${at.line}) was not solved${which}: ${makePrintable(why)}${condition}${failure}`,
    at,
    {
      cause: unsolved && createPrintableError(trace?.exceptions ?? [], unsolved.thrown, unsolved.redactor),
      place: await findFailingPlace(at, failed),
    },
  )
}
