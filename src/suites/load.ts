import { readFileSync } from 'node:fs'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { shownPath } from '../shared/shown-path.ts'
import { findFormat } from './formats/format.ts'
import { type ParsedTask, parseTask } from './parse-task.ts'
import { SuiteError } from './suite-error.ts'
import { type SuiteLine, tasksOf } from './tasks-of.ts'

const onlyJson = 'only a .json file may hold an array'

function parseLine(text: string): ParsedTask {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch (error) {
    return { problems: [{ field: '', message: `not JSON: ${messageOf(error)}` }] }
  }
  if (!Array.isArray(row)) return parseTask(row)
  return { problems: [{ field: '', message: `a JSON array; write one task a line, ${onlyJson}` }] }
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
  return tasksOf(
    rows.map(({ line, raw }) => ({ line, parsed: parseLine(raw) })),
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
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new TracewrightError(`Failed to read suite ${shownPath(file)}: ${messageOf(error)}.`, {
      cause: error,
      at: { file },
    })
  }
  return parseSuite(text, file)
}
