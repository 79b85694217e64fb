import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { parseJson, parseJsonOr } from '../../shared/parse-json.ts'
import { formatIssues } from '../../shared/problem-list.ts'
import { shortenPath } from '../../shared/shown-path.ts'
import { readJson, writeOutput } from '../../shared/whole-file.ts'
import { correctionsSchema, correctToolkit } from './corrections.ts'
import { buildCorrectionsPath } from './file-names.ts'
import { type Toolkit, toolkitSchema } from './toolkit.ts'

export function readToolkitJson(file: string): Json {
  const json = readJson(file, 'toolkit')
  if (isToolkitJson(json)) return json
  throw new TracewrightError(
    `Failed to read toolkit ${shortenPath(file)}: it is JSON, but not a toolkit: it has no \`version\` 1 or 2 with a list \`tools\`. Write it by \`npx tracewright import\`.`,
    { at: { file } },
  )
}

/** Recognizes a toolkit, imported or synthetic: people write what they know better into its corrections. */
export const isToolkit = (text: string): boolean => isToolkitJson(parseJsonOr(text, undefined))

const isToolkitJson = (json: Json | undefined): boolean =>
  isObject(json) && (json.version === 1 || json.version === 2) && Array.isArray(json.tools)

/** Whether the JSON of a toolkit file is one of imported tools. */
export const isImported = (json: Json): boolean => isObject(json) && json.version === 2

/** Whether routes come with the tools of a toolkit file. */
export const isRouted = (json: Json): boolean =>
  isObject(json) &&
  Array.isArray(json.tools) &&
  json.tools.some((tool) => isObject(tool) && isObject(tool.route))

/** The toolkit in its JSON, with the corrections of the file beside it. Throws a `TracewrightError` that says what is wrong. */
export function readImported(file: string, json: Json = readToolkitJson(file)): Toolkit {
  const parsed = toolkitSchema().safeParse(json)
  if (!parsed.success) {
    throw new TracewrightError(
      `Failed to read toolkit ${shortenPath(file)}: ${formatIssues(parsed.error)}. Write it by \`tracewright import\`, and corrections into ${basename(buildCorrectionsPath(file))}.`,
      { at: { file } },
    )
  }
  return readWithCorrections(parsed.data, file)
}

/** A toolkit with the corrections that stand beside its file, if there are any. */
export function readWithCorrections(toolkit: Toolkit, file: string): Toolkit {
  const beside = buildCorrectionsPath(file)
  if (!existsSync(beside)) return toolkit
  const json = readJson(beside, 'corrections')
  // Zod leaves this key out without a word.
  for (const side of ['tools', 'entities']) {
    const entries = isObject(json) ? json[side] : undefined
    if (isObject(entries) && Object.hasOwn(entries, '__proto__'))
      throw new TracewrightError(
        `Failed to apply ${shortenPath(beside)}: unknown name "__proto__" under "${side}". Correct the file, or remove the entry.`,
        { at: { file: beside } },
      )
  }
  const parsed = correctionsSchema().safeParse(json)
  if (!parsed.success) {
    throw new TracewrightError(
      `Failed to read corrections ${shortenPath(beside)}: ${formatIssues(parsed.error)}.`,
      {
        at: { file: beside },
      },
    )
  }
  return correctToolkit(toolkit, parsed.data, shortenPath(beside))
}

/**
 * Writes a `*.toolkit.json` file, whole or not at all.
 *
 * @throws TracewrightError where what would be written could not be read again
 */
export function writeImported(file: string, toolkit: Toolkit): void {
  const text = `${JSON.stringify(toolkit, null, 1)}\n`
  let json: Json
  try {
    json = parseJson(text)
  } catch (error) {
    throw new TracewrightError(
      `Failed to write ${shortenPath(file)}: ${describeThrown(error)}. Import a source with flatter schemas.`,
      { cause: error },
    )
  }
  const parsed = toolkitSchema().safeParse(json)
  if (!parsed.success)
    throw new TracewrightError(
      `Failed to write ${shortenPath(file)}: the toolkit is invalid: ${formatIssues(parsed.error)}. Remove the operation from the source, and report this as a fault of tracewright.`,
      { at: { file } },
    )
  writeOutput(file, text, isToolkit)
}
