import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Trace } from '../../schema/trace.ts'
import { fileNameOf, fileNamesOf, readLines } from './worker-lines.ts'

/** Names of a run's trace files. */
export const traceFilesOf = (dir: string, runId: string): string[] => fileNamesOf(dir, 'traces', runId)

/** Writes traces, a line each, into one file of a run: those that came with blobs, or that were put together. */
export function writeMergedTraces(dir: string, runId: string, lines: readonly string[]): void {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, fileNameOf('traces', runId, 'merged')), lines.map((line) => `${line}\n`).join(''))
}

/**
 * Puts the traces of a run that was taken up again into one file, each attempt once: a worker that outlived the run that
 * was killed may have written a trace that the second run made too.
 */
export function mergeTraces(dir: string, runId: string): void {
  const kept = new Map<string, string>()
  for (const line of readLines(dir, 'traces', runId)) {
    try {
      const { project, suite, task_id, attempt, agent } = JSON.parse(line) as Trace
      const name = JSON.stringify([project, suite, task_id, agent, attempt])
      if (!kept.has(name)) kept.set(name, line)
    } catch {
      // A worker that was killed while it wrote; another of its process id went on behind it.
    }
  }
  for (const name of traceFilesOf(dir, runId)) rmSync(join(dir, name))
  writeMergedTraces(dir, runId, [...kept.values()])
}
