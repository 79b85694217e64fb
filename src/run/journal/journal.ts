import type { AttemptRecord } from '../../schema/run.ts'
import type { Trace } from '../../schema/trace.ts'
import { readLines } from './files.ts'
import type { AttemptLine, BlockedLine, ProbedCase } from './lines.ts'

/** A case as the journal knows it. */
export interface Place {
  project: string
  suite: string
  key: string
}

/** An attempt with the place that it belongs to. */
export type Entry = AttemptRecord & Place

const nameOf = ({ project, suite, key }: Place, ...rest: number[]): string =>
  JSON.stringify([project, suite, key, ...rest])

/** Lines of attempts, each attempt once: a worker that outlived its run may have written one that was made again. */
function* attemptLines(dir: string, runId: string): Generator<AttemptLine> {
  const seen = new Set<string>()
  for (const line of readLines(dir, runId)) {
    if (line.kind !== 'attempt') continue
    const name = nameOf(line, line.record.attempt)
    if (seen.has(name)) continue
    seen.add(name)
    yield line
  }
}

/** The attempts of a run, each once; of two that say they are the same the first counts. */
export const readJournal = (dir: string, runId: string): Entry[] =>
  [...attemptLines(dir, runId)].map(({ project, suite, key, record }) => ({ ...record, project, suite, key }))

/** The attempt without its place. */
export const recordOf = ({ project: _, suite: __, key: ___, ...record }: Entry): AttemptRecord => record

/** Traces of the attempts that {@link readJournal} gives, a JSON document each. */
export function* journaledTraces(dir: string, runId: string): Generator<string> {
  for (const { trace } of attemptLines(dir, runId)) yield JSON.stringify(trace satisfies Trace)
}

/** What was found out about the steps of some tasks, each task once. */
export function readProbes(dir: string, runId: string): ProbedCase[] {
  const probed = new Map<string, ProbedCase>()
  for (const line of readLines(dir, runId)) {
    if (line.kind === 'probe' && !probed.has(nameOf(line.probed)))
      probed.set(nameOf(line.probed), line.probed)
  }
  return [...probed.values()]
}

/** Attempts that blocked their worker until it was ended. */
export const readBlocked = (dir: string, runId: string): BlockedLine[] =>
  [...readLines(dir, runId)].flatMap((line) => (line.kind === 'blocked' ? [line] : []))
