import { TracewrightError } from '../shared/errors.ts'
import { isObject } from '../shared/json.ts'
import { describeJsonProblem, parseExactJson } from '../shared/parse-json.ts'
import { formatProblemList, MAX_PROBLEMS } from '../shared/problem-list.ts'
import { readText } from '../shared/read-text.ts'
import { type ImportedTrace, importTrace } from './import/index.ts'
import { ImportProblem } from './import/values.ts'

export interface StoredTrace extends ImportedTrace {
  line: number
}

type Parsed = { trace: ImportedTrace } | { problem: string }

function parseTrace(text: string): Parsed {
  let row: unknown
  try {
    row = parseExactJson(text)
  } catch (error) {
    return { problem: describeJsonProblem(error) }
  }
  if (!isObject(row) || row.task_id === undefined) {
    return { problem: 'expected an object with "task_id" and a trace in a format of docs/traces.md' }
  }
  try {
    return { trace: importTrace(row) }
  } catch (error) {
    if (error instanceof ImportProblem) return { problem: error.problem }
    throw error
  }
}

/**
 * Reads a file of traces, one a line: `{task_id, calls}`, or a `task_id` beside what `importTrace` reads, such as
 * `messages`. Calls may lack ids, results and order: a bare list counts as one call a turn. Throws an error that
 * lists every bad line, and for a file without traces.
 */
export function loadTraces(file: string): StoredTrace[] {
  const read = readText(file)
  if (!('text' in read))
    throw new TracewrightError(`Failed to read traces ${file}: ${read.cause}. Name a file of traces.`, {
      cause: read.error,
      at: { file },
    })
  const traces: StoredTrace[] = []
  const problems: string[] = []
  for (const [i, raw] of read.text.split(/\r?\n/).entries()) {
    if (raw.trim() === '') continue
    if (problems.length >= MAX_PROBLEMS) break
    const parsed = parseTrace(raw)
    if ('problem' in parsed) problems.push(`${file}:${i + 1}: ${parsed.problem}`)
    else traces.push({ ...parsed.trace, line: i + 1 })
  }
  if (problems.length === 0 && traces.length === 0)
    problems.push(`${file}:1: the file has no traces; write one per line`)
  if (problems.length === 0) return traces
  const [first] = problems
  const list =
    problems.length === 1 ? first : `${problems.length} problems.\n  ${formatProblemList(problems)}`
  throw new TracewrightError(`Failed to read traces: ${list}`, { at: { file } })
}
