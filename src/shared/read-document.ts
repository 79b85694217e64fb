import type { z } from 'zod'
import { TracewrightError } from './errors.ts'
import { describeJsonProblem, parseJson } from './parse-json.ts'
import { formatIssues } from './problem-list.ts'
import { readText } from './read-text.ts'
import { shortenPath } from './shown-path.ts'

/**
 * Reads a JSON document of a schema.
 *
 * @param advice Ends the message of the `TracewrightError` for a file that cannot be read, or has another form
 * @param update Changes a document of an earlier version
 */
export function readDocument<T>(
  file: string,
  schema: z.ZodType<T>,
  { what = '', advice, update = (value) => value }: DocumentOptions,
): T {
  const createError = (problem: string, cause?: unknown): TracewrightError =>
    new TracewrightError(`Failed to read ${what}${shortenPath(file)}: ${problem}. ${advice}.`, {
      at: { file },
      cause,
    })
  const read = readText(file)
  if (!('text' in read)) throw createError(read.cause, read.error)
  let value: unknown
  try {
    value = update(parseJson(read.text))
  } catch (error) {
    throw createError(describeJsonProblem(error), error)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw createError(formatIssues(parsed.error))
  return parsed.data
}

interface DocumentOptions {
  what?: string
  advice: string
  update?: (value: unknown) => unknown
}
