import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RUN_FILE } from '../../schema/run-basics.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { type JournalLine, lineSchema } from './lines.ts'

const NEWLINE = 10
const CHUNK = 1 << 20

/** The lines of a text file, without their ends, read piece by piece: a file may be larger than a string. */
function* readTextLines(file: string): Generator<string, void> {
  const open = openSync(file, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK)
    let parts: Buffer[] = []
    const joinLine = (end: Buffer): string => {
      const text = Buffer.concat([...parts, end]).toString('utf8')
      parts = []
      return text
    }
    for (let length = readSync(open, chunk); length > 0; length = readSync(open, chunk)) {
      const read = chunk.subarray(0, length)
      let start = 0
      for (let at = read.indexOf(NEWLINE); at >= 0; at = read.indexOf(NEWLINE, start)) {
        yield joinLine(read.subarray(start, at))
        start = at + 1
      }
      if (start < length) parts.push(Buffer.from(read.subarray(start)))
    }
    if (parts.length > 0) yield joinLine(Buffer.alloc(0))
  } finally {
    closeSync(open)
  }
}

const NAME = /^journal-([^-]+)-.+\.jsonl$/

/** Names of the journals in a folder, of every run or of one, sorted. */
export const listJournalFiles = (dir: string, runId?: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => {
          const run = NAME.exec(name)?.[1]
          return run !== undefined && (runId === undefined || run === runId)
        })
        .sort()
    : []

/** Ids of the runs that left a journal, oldest first: they are still going on, or broke off. */
export const listJournaledRuns = (dir: string): string[] =>
  [...new Set(listJournalFiles(dir).flatMap((name) => NAME.exec(name)?.[1] ?? []))].sort()

/** Ids of the runs that left a journal since the last run ended: the start of that run named the earlier ones. */
export function listNewJournaledRuns(dir: string): string[] {
  const changedAt = (name: string): number =>
    statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const ended = changedAt(RUN_FILE)
  return listJournaledRuns(dir).filter((id) =>
    listJournalFiles(dir, id).some((name) => changedAt(name) > ended),
  )
}

/** @throws TracewrightError for a whole line that is none of a journal: an attempt would be lost without a word */
function parseLine(text: string, file: string, isKnown: boolean): JournalLine | undefined {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return undefined
  }
  if (isKnown) return read as JournalLine
  const parsed = lineSchema().safeParse(read)
  if (parsed.success) return parsed.data
  const [{ path, message } = { path: [], message: 'no line' }] = parsed.error.issues
  throw new TracewrightError(
    `Failed to read ${file}: ${path.join('.')}: ${message}. If another version of tracewright wrote it, delete it and run again.`,
  )
}

/** How `appendLine` begins its lines. */
const HEAD = '{"kind":"head",'
const ATTEMPT = '{"kind":"attempt",'
const RERUN = '"rerun":true'

/** False for a head and for an attempt that the run asked for, which most lines are; found out without parsing them. */
export const mayBeSideEntry = (text: string): boolean =>
  !text.startsWith(HEAD) && (!text.startsWith(ATTEMPT) || text.includes(RERUN))

/**
 * Lines of a run, writer by writer; torn ones, which a killed or full writer leaves, are passed over.
 *
 * @param isWanted Whether the text of a line is worth parsing; by default every line is
 * @param isKnown Whether this version wrote all lines, or checked them: they are not checked then
 */
export function* readLines(
  dir: string,
  runId: string,
  { isWanted = () => true, isKnown = false }: { isWanted?(text: string): boolean; isKnown?: boolean } = {},
): Generator<JournalLine> {
  for (const name of listJournalFiles(dir, runId)) {
    const file = join(dir, name)
    for (const text of readTextLines(file)) {
      const line = text === '' || !isWanted(text) ? undefined : parseLine(text, file, isKnown)
      if (line !== undefined) yield line
    }
  }
}

export function dropJournal(dir: string, runId: string): void {
  for (const name of listJournalFiles(dir, runId)) rmSync(join(dir, name), { force: true })
}
