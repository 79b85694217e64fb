import type { AttemptRecord } from '../../schema/run.ts'
import type { Trace } from '../../schema/trace.ts'
import { readLines } from './files.ts'
import type { AttemptLine, BlockedLine, LateLine, ProbedCase } from './lines.ts'

/** A case as the journal knows it. */
export interface Place {
  project: string
  suite: string
  key: string
}

/** An attempt with the place that it belongs to. */
export type JournalEntry = AttemptRecord & Place

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
export const readJournal = (dir: string, runId: string): JournalEntry[] =>
  [...attemptLines(dir, runId)].map(({ project, suite, key, record }) => ({ ...record, project, suite, key }))

/** The attempt without its place. */
export const attemptRecordOf = ({
  project: _,
  suite: __,
  key: ___,
  ...record
}: JournalEntry): AttemptRecord => record

/** Traces of the attempts that {@link readJournal} gives, a JSON document each, with what was called late. */
export function* journaledTraces(dir: string, runId: string): Generator<string> {
  const tools = lateTools(readLate(dir, runId))
  for (const { trace, record, ...place } of attemptLines(dir, runId)) {
    const late = [...new Set([...(trace.late ?? []), ...tools(place, record.attempt)])]
    yield JSON.stringify((late.length === 0 ? trace : { ...trace, late }) satisfies Trace)
  }
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

/** A tool that was called after an attempt was over. */
export type LateCall = Omit<LateLine, 'kind'>

/** Calls that came after the attempts of a run. */
export const readLate = (dir: string, runId: string): LateCall[] =>
  [...readLines(dir, runId)].flatMap((line) => {
    if (line.kind !== 'late') return []
    const { kind: _, ...call } = line
    return [call]
  })

/** Tools that were called after an attempt, each once, by place and number of the attempt. */
export function lateTools(calls: readonly LateCall[]): (place: Place, attempt: number) => string[] {
  const tools = new Map<string, Set<string>>()
  for (const call of calls) {
    const name = nameOf(call, call.attempt)
    tools.set(name, (tools.get(name) ?? new Set()).add(call.tool))
  }
  return (place, attempt) => [...(tools.get(nameOf(place, attempt)) ?? [])]
}
