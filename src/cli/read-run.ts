import { existsSync, readFileSync } from 'node:fs'
import { type Run, runSchema } from '../schema/run.ts'
import { TracewrightError } from '../shared/errors.ts'
import { issuesOf } from '../shared/issues.ts'
import { jsonProblem, parseJson } from '../shared/parse-json.ts'

/** Where the plugin leaves the document of a run. */
export const RUN = '.vitest/tracewright/run.json'

/** Reads the document of a run. Throws a {@link TracewrightError} where there is none or it is something else. */
export function readRun(file: string): Run {
  const fail = (cause: string, error?: unknown): TracewrightError =>
    new TracewrightError(
      `Failed to read the run ${file}: ${cause}. Run \`vitest run\` first, or name its run.json by --run.`,
      {
        at: { file },
        cause: error,
      },
    )
  if (!existsSync(file)) throw fail('there is no such file')
  let value: unknown
  try {
    value = parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw fail(jsonProblem(error), error)
  }
  const parsed = runSchema().safeParse(value)
  if (!parsed.success) throw fail(issuesOf(parsed.error))
  return parsed.data
}
