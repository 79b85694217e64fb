import { readFileSync } from 'node:fs'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { shownPath } from '../shared/shown-path.ts'
import { defaultsOf, defaultsProblems } from './defaults.ts'
import { decodeSuite } from './formats/decode.ts'
import { duplicateKey } from './formats/duplicate-keys.ts'
import { findFormat } from './formats/format.ts'
import { type ParsedTask, parseTask } from './parse-task.ts'
import { SuiteError } from './suite-error.ts'
import { type SuiteLine, tasksOf } from './tasks-of.ts'

const onlyJson = 'only a .json file may hold an array'

function parseLine(text: string, defaults: JsonObject): ParsedTask {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch (error) {
    return { problems: [{ field: '', message: `not JSON: ${messageOf(error)}` }] }
  }
  const twice = duplicateKey(text)
  if (twice !== undefined) return { problems: [{ field: twice, message: 'an object has this key twice' }] }
  if (isObject(row)) return parseTask({ ...defaults, ...row })
  if (!Array.isArray(row)) return parseTask(row)
  return { problems: [{ field: '', message: `a JSON array; write one task a line, ${onlyJson}` }] }
}

/** The defaults that a first line gives, where it is one that does. */
function firstLineDefaults(raw: string): JsonObject | undefined {
  if (!raw.includes('"defaults"')) return undefined
  try {
    return defaultsOf(JSON.parse(raw) as Json)
  } catch {
    return undefined
  }
}

/** Why a text is no suite that is JSON as a whole: a task that was laid out over several lines, or an array. */
function oneDocument(text: string): string | undefined {
  if (!text.trim().includes('\n')) return undefined
  try {
    const what = Array.isArray(JSON.parse(text)) ? `array over several lines; ${onlyJson}` : undefined
    return `one JSON ${what ?? 'document over several lines'}; write one task a line`
  } catch {
    return undefined
  }
}

/**
 * Parses the text of a suite: one task a line, ours or a published CompToolBench row. Blank lines are
 * passed over. Throws a {@link SuiteError} that lists every bad line, and for a suite without tasks.
 *
 * @param file Name of the file, for messages.
 */
export function parseSuite(text: string, file: string): SuiteLine[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((raw, i) => ({ line: i + 1, raw }))
    .filter(({ raw }) => raw.trim() !== '')
  const problem =
    rows.length === 0
      ? 'the suite has no tasks; write one task a line'
      : oneDocument(text.replace(/^\uFEFF/, ''))
  if (problem !== undefined) throw new SuiteError(file, [{ line: 1, field: '', message: problem }])
  const [first, ...rest] = rows
  const defaults = first === undefined ? undefined : firstLineDefaults(first.raw)
  if (first === undefined || defaults === undefined) {
    return tasksOf(
      rows.map(({ line, raw }) => ({ line, parsed: parseLine(raw, {}) })),
      file,
    )
  }
  const wrong = defaultsProblems(defaults).map((one) => ({ line: first.line, ...one }))
  if (rest.length === 0)
    wrong.push({ line: first.line, field: '', message: 'the suite has no tasks; write one task a line' })
  if (wrong.length > 0) throw new SuiteError(file, wrong)
  return tasksOf(
    rest.map(({ line, raw }) => ({ line, parsed: parseLine(raw, defaults) })),
    file,
  )
}

/** Reads a suite file of one task a line, the format of test modules; see {@link parseSuite}. */
export function loadSuite(file: string): SuiteLine[] {
  const format = findFormat(file)
  if (format === 'json' || format === 'parquet') {
    throw new TracewrightError(
      `Failed to read suite ${shownPath(file)}: here a suite is one task a line. Use readSuite, which takes .${format} as well.`,
      { at: { file } },
    )
  }
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new TracewrightError(`Failed to read suite ${shownPath(file)}: ${messageOf(error)}.`, {
      cause: error,
      at: { file },
    })
  }
  return parseSuite(decodeSuite(bytes, file), file)
}
