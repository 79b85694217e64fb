import { TracewrightError } from '../../shared/errors.ts'
import { issuesOf } from '../../shared/issues.ts'
import type { Json } from '../../shared/json.ts'
import { readToolkitJson } from '../../toolkit/files.ts'
import { type SyntheticToolkit, syntheticToolkitSchema } from './toolkit.ts'

/** Reads a `*.toolkit.json` file of synthetic tools. Throws a `TracewrightError` that says what is wrong with it. */
export function readToolkit(file: string, json: Json = readToolkitJson(file)): SyntheticToolkit {
  const parsed = syntheticToolkitSchema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new TracewrightError(`Failed to read toolkit ${file}: ${issuesOf(parsed.error)}.`, {
    at: { file },
  })
}
