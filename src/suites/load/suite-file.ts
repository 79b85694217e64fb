import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Task } from '../../schema/task.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { describeJsonProblem, findDuplicateKey, parseJson, parseJsonOr } from '../../shared/parse-json.ts'
import { findOldForm, refuseOldForm } from './old-forms.ts'
import { type ParsedTask, parseTask } from './parse-task.ts'
import { SuiteError } from './suite-error.ts'
import { iterateTasks, type SuiteLine, type SuiteRow } from './tasks-of.ts'

/** What becomes of a row that decides, as JSON lines once could. */
export type ParseOld = typeof refuseOldForm

/** A file beside a suite, by its ending: `shop.toolkit.json` beside `shop.suite.jsonl`. */
export const buildPathBesideSuite = (suite: string, ending: string): string =>
  suite.replace(/(\.suite)?\.[^./\\]*$/, '') + ending

function parseLine(text: string, file: string, parseOld: ParseOld): ParsedTask & { row?: JsonObject } {
  let row: unknown
  try {
    row = parseJson(text)
  } catch (error) {
    return { problems: [{ field: '', message: describeJsonProblem(error) }] }
  }
  // A text that is written again as it was read has lost no key.
  const twice = JSON.stringify(row) === text ? undefined : findDuplicateKey(text)
  if (twice !== undefined) return { problems: [{ field: twice, message: 'an object has this key twice' }] }
  if (isObject(row)) {
    const old = findOldForm(row, text)
    return { row, ...(old === undefined ? parseTask(row) : parseOld(row, old, file)) }
  }
  if (!Array.isArray(row)) return parseTask(row)
  return { problems: [{ field: '', message: 'a JSON array; write one task per line' }] }
}

/** Why a text is not a suite that is JSON as a whole: a task that was laid out over several lines, or an array. */
function readAsDocument(text: string): string | undefined {
  if (!text.trim().includes('\n')) return undefined
  const isDocument = parseJsonOr(text, undefined, parseJson) !== undefined
  return isDocument ? 'one JSON document over several lines; write one task per line' : undefined
}

const NEWLINE = 10

/** Throws a {@link SuiteError} where the bytes of a suite are not UTF-8: they would be replaced in silence. */
function checkEncoding(bytes: Uint8Array, file: string): void {
  if (isUtf8(bytes)) return
  let line = 1
  for (let start = 0; start <= bytes.length; line++) {
    const next = bytes.indexOf(NEWLINE, start)
    const end = next < 0 ? bytes.length : next
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end + 1
  }
  throw new SuiteError(file, [
    { line, field: '', message: 'bytes that are not UTF-8; save the file as UTF-8' },
  ])
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** Where each line of a text begins, and where the last one ends. */
function findLineStarts(bytes: Buffer): Float64Array {
  let count = 1
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++
  const starts = new Float64Array(count + 1)
  starts[0] = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  for (let line = 1; line < count; line++) starts[line] = bytes.indexOf(NEWLINE, starts[line - 1]) + 1
  starts[count] = bytes.length + 1
  return starts
}

/** Whether a row is its task as it stands. Most are, field by field in the order of the schema. */
const isVerbatimRow = (raw: string, row: JsonObject | undefined, task: Task): boolean =>
  JSON.stringify(task) === raw || isDeepStrictEqual(row, task)

/** Tasks that are kept from their check to their case. */
const MAX_KEPT = 1_000

/** Ids of the tasks of each suite that this process checked, with the digest of its bytes. */
const checkedIds = new Map<string, { digest: string; ids: readonly string[] }>()

/**
 * A suite of one task a line, ours or published CompToolBench rows, held as its bytes. Tasks are read when they are
 * needed, so that a suite may have more of them than fit into memory as objects. Blank lines are passed over.
 */
export class SuiteFile {
  private readonly bytes: Buffer
  private readonly file: string
  private readonly starts: Float64Array
  /** Lines that were found to be their task as they stand: from then on JSON is all that there is to read. */
  private readonly plain: Uint8Array
  private readonly isChecked: boolean
  private hasOnlyPlainLines = false
  private readonly parseOld: ParseOld
  /** The first tasks of a checked suite, each until it is asked for: what was found out about it is known with it. */
  private readonly kept = new Map<number, Task>()

  /**
   * @param bytes Content of the file
   * @param file Name of the file, for messages
   * @param isChecked Whether these bytes were read before, with {@link isVerbatim}: tasks are then not checked again.
   * @param parseOld What becomes of rows that decide; an error of the suite by default
   * @throws SuiteError for bytes that are not UTF-8, and for a suite without tasks
   */
  constructor(bytes: Uint8Array, file: string, isChecked = false, parseOld: ParseOld = refuseOldForm) {
    this.parseOld = parseOld
    this.isChecked = isChecked
    checkEncoding(bytes, file)
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.file = file
    this.starts = findLineStarts(this.bytes)
    this.plain = new Uint8Array(this.starts.length)
    if (this.iterateRaws().next().done === true)
      throw new SuiteError(file, [
        { line: 1, field: '', message: 'the suite has no tasks; write one task per line' },
      ])
  }

  /** SHA-256 of the content, in hex. */
  get digest(): string {
    return createHash('sha256').update(this.bytes).digest('hex')
  }

  private readRaw(line: number): string {
    const [start = 0, end = 0] = this.starts.subarray(line - 1, line + 1)
    return this.bytes.toString('utf8', start, end - 1)
  }

  private *iterateRaws(): Generator<{ line: number; raw: string }> {
    for (let line = 1; line < this.starts.length; line++) {
      const raw = this.readRaw(line)
      if (raw.trim() !== '') yield { line, raw }
    }
  }

  private *iterateRows(): Generator<SuiteRow> {
    let isFirst = true
    let areAllPlain = true
    for (const { line, raw } of this.iterateRaws()) {
      const { row, ...parsed } = parseLine(raw, this.file, this.parseOld)
      if ('task' in parsed && isVerbatimRow(raw, row, parsed.task)) this.plain[line] = 1
      else areAllPlain = false
      // A text that is JSON as a whole does not begin with a line that is JSON.
      if (isFirst && 'problems' in parsed) {
        const message = readAsDocument(this.bytes.toString('utf8', this.starts[0]))
        if (message !== undefined) throw new SuiteError(this.file, [{ line: 1, field: '', message }])
      }
      isFirst = false
      yield { line, parsed }
    }
    this.hasOnlyPlainLines = areAllPlain
  }

  /** Tasks in their order. When all were given it throws a {@link SuiteError} that lists every bad line. */
  iterateLines(): Generator<SuiteLine, void> {
    return this.isChecked ? this.iterateCheckedLines() : this.iterateUncheckedLines()
  }

  private *iterateUncheckedLines(): Generator<SuiteLine, void> {
    const ids: string[] = []
    for (const line of iterateTasks(this.iterateRows(), this.file)) {
      ids.push(line.task.task_id)
      yield line
    }
    checkedIds.set(this.file, { digest: this.digest, ids })
  }

  private *iterateCheckedLines(): Generator<SuiteLine, void> {
    for (let line = 1; line < this.starts.length; line++) {
      const raw = this.kept.has(line) ? '' : this.readRaw(line)
      const task = this.kept.get(line) ?? (raw.trim() === '' ? undefined : (JSON.parse(raw) as Task))
      if (task === undefined) continue
      this.plain[line] = 1
      if (this.kept.size < MAX_KEPT) this.kept.set(line, task)
      yield { line, task }
    }
    this.hasOnlyPlainLines = true
  }

  /** Whether every line is its task as it stands. Known once {@link iterateLines} gave all of them. */
  get isVerbatim(): boolean {
    return this.hasOnlyPlainLines
  }

  /** Ids of the tasks in their order, of a file that was checked before. Those of bytes that this process checked are known. */
  *iterateTaskIds(): Generator<string, void> {
    const known = checkedIds.get(this.file)
    if (known?.digest === this.digest) yield* known.ids
    else for (const { raw } of this.iterateRaws()) yield (JSON.parse(raw) as Task).task_id
  }

  /** The task of a line that {@link lines} gave. */
  readTaskAt(line: number): Task {
    const kept = this.kept.get(line)
    this.kept.delete(line)
    if (this.plain[line] === 1) return kept ?? (JSON.parse(this.readRaw(line)) as Task)
    const parsed = parseLine(this.readRaw(line), this.file, this.parseOld)
    if ('task' in parsed) return parsed.task
    throw new SuiteError(
      this.file,
      parsed.problems.map((problem) => ({ line, ...problem })),
    )
  }
}
