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
import type { Trace } from '../schema/trace.ts'

const PREFIX = 'traces-'
const SUFFIX = '.jsonl'

const fileName = (runId: string, worker: string): string => `${PREFIX}${runId}-${worker}${SUFFIX}`

/**
 * Appends a trace to the file of this worker. Every worker has a file of its own and a line is one write, so
 * that workers need no lock and a killed one loses at most its last line.
 */
export function appendTrace(dir: string, runId: string, trace: Trace): void {
  mkdirSync(dir, { recursive: true })
  const file = openSync(join(dir, fileName(runId, `${process.pid}-${threadId}`)), 'a')
  try {
    writeSync(file, `${JSON.stringify(trace)}\n`)
  } finally {
    closeSync(file)
  }
}

/** Writes traces that came with blobs. */
export function writeMergedTraces(dir: string, runId: string, lines: readonly string[]): void {
  mkdirSync(dir, { recursive: true })
  const file = openSync(join(dir, fileName(runId, 'merged')), 'w')
  try {
    for (const line of lines) writeSync(file, `${line}\n`)
  } finally {
    closeSync(file)
  }
}

/** Names of a run's trace files. */
export const traceFilesOf = (dir: string, runId: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => name.startsWith(`${PREFIX}${runId}-`) && name.endsWith(SUFFIX))
        .sort()
    : []

/** Lines of a run's trace files; a torn last line, which a killed worker leaves, is passed over. */
export function readTraceLines(dir: string, runId: string): string[] {
  return traceFilesOf(dir, runId).flatMap((name) => {
    const lines = readFileSync(join(dir, name), 'utf8').split('\n')
    return lines.slice(0, -1).filter((line) => line !== '')
  })
}

/**
 * Puts the traces of a run that was taken up again into one file, each attempt once: a worker that outlived the run that
 * was killed may have written a trace that the second run made too.
 */
export function mergeTraces(dir: string, runId: string): void {
  const kept = new Map<string, string>()
  for (const line of readTraceLines(dir, runId)) {
    try {
      const { suite, task_id, attempt, agent } = JSON.parse(line) as Trace
      const name = JSON.stringify([suite, task_id, agent, attempt])
      if (!kept.has(name)) kept.set(name, line)
    } catch {
      // The last line of a worker that was killed.
    }
  }
  for (const name of traceFilesOf(dir, runId)) rmSync(join(dir, name))
  writeMergedTraces(dir, runId, [...kept.values()])
}

/** Deletes the trace files of other runs. */
export function dropOtherTraces(dir: string, runId: string): void {
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir)) {
    if (name.startsWith(PREFIX) && name.endsWith(SUFFIX) && !name.startsWith(`${PREFIX}${runId}-`)) {
      rmSync(join(dir, name), { force: true })
    }
  }
}
