import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { createWriteError, type Write, writeAll } from '../../shared/whole-file.ts'
import type { Head, JournalLine } from './lines.ts'

/** How to go on where a run could not be written. */
export const RESUME = 'resume with TRACEWRIGHT_RESUME=1'

/** No two writers share a file, also where the system gives a process id again. */
const writer = `${process.pid}-${threadId}-${randomBytes(4).toString('hex')}`

const buildOwnPath = (dir: string, runId: string): string => join(dir, `journal-${runId}-${writer}.jsonl`)

/** Whether this writer has a journal of the run: it has none before its first line, nor once the run has ended. */
export const hasJournal = (dir: string, runId: string): boolean => existsSync(buildOwnPath(dir, runId))

interface OpenJournal {
  file: string
  descriptor: number
  /** Projects whose head it holds. */
  headed: Set<string>
}
let journal: OpenJournal | undefined

/** The journal of this writer, opened anew where another run is written or somebody deleted the file. */
function openJournal(dir: string, file: string): OpenJournal {
  if (journal?.file === file && fstatSync(journal.descriptor).nlink > 0) return journal
  if (journal !== undefined) closeSync(journal.descriptor)
  journal = undefined
  mkdirSync(dir, { recursive: true })
  const descriptor = openSync(file, 'a')
  journal = { file, descriptor, headed: new Set() }
  return journal
}

/**
 * Appends a line to the journal of this writer, below the head of its project. A line is one write, so that writers need
 * no lock and one that is killed tears at most its last line.
 *
 * @throws TracewrightError where the line could not be written; what was written of it is passed over by readers
 */
export function appendLine(dir: string, runId: string, head: Head, line: JournalLine, write?: Write): void {
  const file = buildOwnPath(dir, runId)
  try {
    const { descriptor, headed } = openJournal(dir, file)
    const first = headed.has(head.project) ? [] : [head]
    // The line break in front parts it from one that was torn by a full disk.
    writeAll(descriptor, [...first, line].map((one) => `\n${JSON.stringify(one)}\n`).join(''), write)
    headed.add(head.project)
  } catch (error) {
    throw createWriteError(file, error, RESUME)
  }
}
