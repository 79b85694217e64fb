import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Task, taskSchema } from '../../schema/task.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { duplicateKey, jsonProblem, parseJson } from '../../shared/parse-json.ts'
import { checkEncoding } from './formats/format.ts'
import { type ParsedTask, parseTask } from './parse-task.ts'
import { SuiteError } from './suite-error.ts'
import { eachTask, type SuiteLine, type SuiteRow } from './tasks-of.ts'

/** Fields that say which task it is: each line has its own. */
const OWN = ['task_id', 'prompt', 'turns', 'expected_trace']

/** What a first line `{"defaults": {...}}` gives to the lines after it; undefined where a row is a task. */
function defaultsOf(row: Json): JsonObject | undefined {
  if (!isObject(row) || !isObject(row.defaults)) return undefined
  return Object.keys(row).length === 1 ? row.defaults : undefined
}

/** Fields that cannot be defaults. Whether their values are right shows in each task. */
function defaultsProblems(defaults: JsonObject): { field: string; message: string }[] {
  const fields = Object.keys(taskSchema().shape)
  return Object.keys(defaults).flatMap((name) => {
    const field = `defaults.${name}`
    if (!fields.includes(name)) return [{ field, message: `unknown field${didYouMean(name, fields)}` }]
    return OWN.includes(name) ? [{ field, message: 'each line has its own' }] : []
  })
}

/** A file beside a suite, by its ending: `shop.toolkit.json` beside `shop.suite.jsonl`. */
export const besideSuite = (suite: string, ending: string): string =>
  suite.replace(/(\.suite)?\.[^./\\]*$/, '') + ending

const onlyJson = 'only a .json file may hold an array'

function parseLine(text: string, defaults: JsonObject): ParsedTask & { row?: JsonObject } {
  let row: unknown
  try {
    row = parseJson(text)
  } catch (error) {
    return { problems: [{ field: '', message: jsonProblem(error) }] }
  }
  // A text that is written again as it was read has lost no key.
  const twice = JSON.stringify(row) === text ? undefined : duplicateKey(text)
  if (twice !== undefined) return { problems: [{ field: twice, message: 'an object has this key twice' }] }
  if (isObject(row)) return { row, ...parseTask({ ...defaults, ...row }) }
  if (!Array.isArray(row)) return parseTask(row)
  return { problems: [{ field: '', message: `a JSON array; write one task a line, ${onlyJson}` }] }
}

/** The defaults that a first line gives, where it is one that does. */
function firstLineDefaults(raw: string): JsonObject | undefined {
  if (!raw.includes('"defaults"')) return undefined
  try {
    return defaultsOf(parseJson(raw))
  } catch {
    return undefined
  }
}

/** Why a text is not a suite that is JSON as a whole: a task that was laid out over several lines, or an array. */
function oneDocument(text: string): string | undefined {
  if (!text.trim().includes('\n')) return undefined
  try {
    const what = Array.isArray(parseJson(text)) ? `array over several lines; ${onlyJson}` : undefined
    return `one JSON ${what ?? 'document over several lines'}; write one task a line`
  } catch {
    return undefined
  }
}

const NEWLINE = 10
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** Where each line of a text begins, and where the last one ends. */
function lineStarts(bytes: Buffer): Float64Array {
  let count = 1
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++
  const starts = new Float64Array(count + 1)
  starts[0] = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  for (let line = 1; line < count; line++) starts[line] = bytes.indexOf(NEWLINE, starts[line - 1]) + 1
  starts[count] = bytes.length + 1
  return starts
}

/**
 * A suite of one task a line, ours or published CompToolBench rows, held as its bytes. Tasks are read when they are
 * needed, so that a suite may have more of them than fit into memory as objects. Blank lines are passed over.
 */
export class SuiteFile {
  private readonly bytes: Buffer
  private readonly file: string
  private readonly starts: Float64Array
  private readonly defaults: JsonObject | undefined
  /** Line of the defaults, or 0. */
  private readonly defaultsLine: number
  /** Lines that were found to be their task as they stand: from then on JSON is all that there is to read. */
  private readonly plain: Uint8Array
  private readonly isChecked: boolean

  /**
   * @param bytes Content of the file
   * @param file Name of the file, for messages
   * @param isChecked Whether these bytes were read before, with {@link isVerbatim}: tasks are then not checked again.
   * @throws SuiteError for bytes that are not UTF-8, for a suite without tasks, and for defaults that are none
   */
  constructor(bytes: Uint8Array, file: string, isChecked = false) {
    this.isChecked = isChecked
    checkEncoding(bytes, file)
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.file = file
    this.starts = lineStarts(this.bytes)
    this.plain = new Uint8Array(this.starts.length)
    const empty = (line: number) => ({
      line,
      field: '',
      message: 'the suite has no tasks; write one task a line',
    })
    const first = this.raws().next().value
    if (first === undefined) throw new SuiteError(file, [empty(1)])
    this.defaults = firstLineDefaults(first.raw)
    this.defaultsLine = this.defaults === undefined ? 0 : first.line
    if (this.defaults === undefined) return
    const wrong = defaultsProblems(this.defaults).map((one) => ({ line: first.line, ...one }))
    if (this.raws().next().done === true) wrong.push(empty(first.line))
    if (wrong.length > 0) throw new SuiteError(file, wrong)
  }

  /** SHA-256 of the content, in hex. */
  get digest(): string {
    return createHash('sha256').update(this.bytes).digest('hex')
  }

  private rawAt(line: number): string {
    const [start = 0, end = 0] = this.starts.subarray(line - 1, line + 1)
    return this.bytes.toString('utf8', start, end - 1)
  }

  private *raws(): Generator<{ line: number; raw: string }, undefined> {
    for (let line = (this.defaultsLine ?? 0) + 1; line < this.starts.length; line++) {
      const raw = this.rawAt(line)
      if (raw.trim() !== '') yield { line, raw }
    }
    return undefined
  }

  private *rows(): Generator<SuiteRow> {
    let isFirst = true
    for (const { line, raw } of this.raws()) {
      const { row, ...parsed } = parseLine(raw, this.defaults ?? {})
      if ('task' in parsed && isDeepStrictEqual(row, parsed.task)) this.plain[line] = 1
      // A text that is JSON as a whole does not begin with a line that is JSON.
      if (isFirst && 'problems' in parsed) {
        const message = oneDocument(this.bytes.toString('utf8', this.starts[0]))
        if (message !== undefined) throw new SuiteError(this.file, [{ line: 1, field: '', message }])
      }
      isFirst = false
      yield { line, parsed }
    }
  }

  /** Tasks in their order. When all were given it throws a {@link SuiteError} that lists every bad line. */
  lines(): Generator<SuiteLine, void> {
    return this.isChecked ? this.checkedLines() : eachTask(this.rows(), this.file)
  }

  private *checkedLines(): Generator<SuiteLine, void> {
    for (const { line, raw } of this.raws()) {
      this.plain[line] = 1
      yield { line, task: JSON.parse(raw) as Task }
    }
  }

  /** Whether every line is its task as it stands. Known once all {@link lines} were given. */
  get isVerbatim(): boolean {
    for (const { line } of this.raws()) if (this.plain[line] !== 1) return false
    return true
  }

  /** Ids of the tasks in their order, of a file that was checked before. */
  *taskIds(): Generator<string, void> {
    for (const { raw } of this.raws()) yield (JSON.parse(raw) as Task).task_id
  }

  /** The task of a line that {@link lines} gave. */
  at(line: number): Task {
    if (this.plain[line] === 1) return JSON.parse(this.rawAt(line)) as Task
    const parsed = parseLine(this.rawAt(line), this.defaults ?? {})
    if ('task' in parsed) return parsed.task
    throw new SuiteError(
      this.file,
      parsed.problems.map((problem) => ({ line, ...problem })),
    )
  }
}
