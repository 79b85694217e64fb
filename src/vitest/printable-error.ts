import type { Exception } from '../schema/trace.ts'
import { printable, printableLines } from '../shared/printable.ts'

const framesOf = (thrown: Error): string[] =>
  (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))

/**
 * What an agent threw as Vitest's reporters may print it: with name, message, stack and causes, without control
 * characters, and without the address of the attempt's tools.
 *
 * @param chain The exceptions of the trace, whose texts no longer hold that address
 * @param thrown What they were made of, for the frames with the paths of this machine
 */
export function printableError([first, ...causes]: readonly Exception[], thrown: unknown): Error | undefined {
  if (first === undefined) return undefined
  const isError = thrown instanceof Error
  const cause = printableError(causes, isError ? thrown.cause : undefined)
  const error = new Error(printableLines(first.message), cause === undefined ? {} : { cause })
  error.name = printable(first.name)
  const frames = isError ? framesOf(thrown) : first.frames.map((frame) => `    at ${frame}`)
  error.stack = [`${error.name}: ${error.message}`, ...frames.map(printable)].join('\n')
  return error
}
