import { readFileSync } from 'node:fs'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { issuesOf } from '../../shared/issues.ts'
import { type Toolkit, toolkitSchema } from './toolkit.ts'

/** Ending of the files that hold a toolkit. */
export const TOOLKIT_ENDING = '.toolkit.json'

/** Whether a file holds a toolkit, by its name. */
export const isToolkitFile = (file: string): boolean => file.endsWith(TOOLKIT_ENDING)

/** Reads a `*.toolkit.json` file. Throws a `TracewrightError` that says what is wrong with it. */
export function readToolkit(file: string): Toolkit {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new TracewrightError(`Failed to read toolkit ${file}: ${messageOf(error)}.`, {
      cause: error,
      at: { file },
    })
  }
  const parsed = toolkitSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new TracewrightError(`Failed to read toolkit ${file}: ${issuesOf(parsed.error)}.`, {
    at: { file },
  })
}
