import { type Run, runSchema } from '../schema/run.ts'
import { TracewrightError } from '../shared/errors.ts'
import { issuesOf } from '../shared/issues.ts'
import { jsonProblem, parseJson } from '../shared/parse-json.ts'
import { readText } from '../shared/read-text.ts'

/** Where the plugin leaves the document of a run. */
export const RUN = '.vitest/tracewright/run.json'

/**
 * Reads the document of a run.
 *
 * @throws TracewrightError where the file is missing or is something else
 */
export function readRun(file: string): Run {
  const fail = (cause: string, error?: unknown): TracewrightError =>
    new TracewrightError(
      `Failed to read the run ${file}: ${cause}. Run \`vitest run\` first, or name its run.json.`,
      {
        at: { file },
        cause: error,
      },
    )
  const read = readText(file)
  if (!('text' in read)) throw fail(read.cause, read.error)
  let value: unknown
  try {
    value = parseJson(read.text)
  } catch (error) {
    throw fail(jsonProblem(error), error)
  }
  const parsed = runSchema().safeParse(value)
  if (!parsed.success) throw fail(issuesOf(parsed.error))
  return parsed.data
}
