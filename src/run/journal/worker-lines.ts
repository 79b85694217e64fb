import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

/** What workers write down of a run, a JSON document a line. */
export type LineKind = 'attempts' | 'probes' | 'traces'

const SUFFIX = '.jsonl'

/** Name of the file that one writer has of a run. */
export const fileNameOf = (kind: LineKind, runId: string, writer: string): string =>
  `${kind}-${runId}-${writer}${SUFFIX}`

/** Names of the files of a kind, of every run or of one, sorted. */
export const fileNamesOf = (dir: string, kind: LineKind, runId?: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => name.startsWith(`${kind}-${runId === undefined ? '' : `${runId}-`}`))
        .filter((name) => name.endsWith(SUFFIX))
        .sort()
    : []

/**
 * Appends a line to the file of this worker. Every worker has a file of its own and a line is one write, so that workers
 * need no lock and a killed one loses at most its last line.
 */
export function appendLine(dir: string, kind: LineKind, runId: string, value: unknown): void {
  mkdirSync(dir, { recursive: true })
  const file = openSync(join(dir, fileNameOf(kind, runId, `${process.pid}-${threadId}`)), 'a')
  try {
    writeSync(file, `${JSON.stringify(value)}\n`)
  } finally {
    closeSync(file)
  }
}

/** Lines of a run; a torn last line, which a killed worker leaves, is passed over. */
export const readLines = (dir: string, kind: LineKind, runId: string): string[] =>
  fileNamesOf(dir, kind, runId).flatMap((name) =>
    readFileSync(join(dir, name), 'utf8')
      .split('\n')
      .slice(0, -1)
      .filter((line) => line !== ''),
  )

/** Deletes the files of a kind, those of one run excepted where it is given. */
export function dropLines(dir: string, kind: LineKind, but?: string): void {
  const kept = new Set(but === undefined ? [] : fileNamesOf(dir, kind, but))
  for (const name of fileNamesOf(dir, kind)) if (!kept.has(name)) rmSync(join(dir, name), { force: true })
}
