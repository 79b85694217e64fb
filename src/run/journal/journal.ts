import type { AttemptRecord } from '../../schema/run.ts'
import type { Trace } from '../../schema/trace.ts'
import { mayBeSideEntry, readLines } from './files.ts'
import type { AttemptLine, BlockedLine, LateLine, ProbedCase } from './lines.ts'

/** A case as the journal knows it. */
export interface CasePlace {
  project: string
  suite: string
  key: string
}

export type JournalEntry = AttemptRecord & CasePlace

const formatPlaceName = ({ project, suite, key }: CasePlace, ...rest: number[]): string =>
  JSON.stringify([project, suite, key, ...rest])

/** Lines of attempts, each attempt once: a worker that outlived its run may have written one that was made again. */
function* readAttemptLines(dir: string, runId: string, isKnown = false): Generator<AttemptLine> {
  const seen = new Set<string>()
  for (const line of readLines(dir, runId, { isKnown })) {
    if (line.kind !== 'attempt') continue
    const name = formatPlaceName(line, line.record.attempt)
    if (seen.has(name)) continue
    seen.add(name)
    yield line
  }
}

const buildEntry = ({ project, suite, key, record }: AttemptLine): JournalEntry => ({
  ...record,
  project,
  suite,
  key,
})

/** The attempts of a run, each once; of two that say they are the same the first counts. */
export const readJournal = (dir: string, runId: string): JournalEntry[] =>
  Array.from(readAttemptLines(dir, runId), buildEntry)

/** The attempt without its place. */
export const buildAttemptRecord = ({
  project: _,
  suite: __,
  key: ___,
  ...record
}: JournalEntry): AttemptRecord => record

/**
 * Traces of the attempts that {@link readJournal} gives, a JSON document each, with what was called late. A run that is
 * taken up reads its journal when it starts, so the lines are not checked again.
 *
 * @param late What was called after the attempts
 */
export function* readJournaledTraces(
  dir: string,
  runId: string,
  late: readonly LateCall[] = readSideEntries(dir, runId).late,
): Generator<string> {
  const tools = indexLateTools(late)
  for (const { trace, record, ...place } of readAttemptLines(dir, runId, true)) {
    const after = [...new Set([...(trace.late ?? []), ...tools(place, record.attempt)])]
    yield JSON.stringify((after.length === 0 ? trace : { ...trace, late: after }) satisfies Trace)
  }
}

/** A tool that was called after an attempt was over. */
export type LateCall = Omit<LateLine, 'kind'>

/** What a journal holds beside the attempts that the run asked for. */
export interface SideEntries {
  /** Attempts that were made on suspicion, each once. */
  reruns: JournalEntry[]
  /** Attempts that blocked their worker until it was ended. */
  blocked: BlockedLine[]
  /** Calls that came after their attempts. */
  late: LateCall[]
  /** What was found out about the steps of some tasks, each task once. */
  probed: ProbedCase[]
}

export function readSideEntries(dir: string, runId: string): SideEntries {
  const reruns = new Map<string, JournalEntry>()
  const probed = new Map<string, ProbedCase>()
  const blocked: BlockedLine[] = []
  const late: LateCall[] = []
  for (const line of readLines(dir, runId, { isWanted: mayBeSideEntry })) {
    if (line.kind === 'blocked') blocked.push(line)
    if (line.kind === 'late') {
      const { kind: _, ...call } = line
      late.push(call)
    }
    if (line.kind === 'probe' && !probed.has(formatPlaceName(line.probed)))
      probed.set(formatPlaceName(line.probed), line.probed)
    if (line.kind === 'attempt' && line.record.rerun === true) {
      const name = formatPlaceName(line, line.record.attempt)
      if (!reruns.has(name)) reruns.set(name, buildEntry(line))
    }
  }
  return { reruns: [...reruns.values()], blocked, late, probed: [...probed.values()] }
}

/** Tools that were called after an attempt, each once, by place and number of the attempt. */
export function indexLateTools(calls: readonly LateCall[]): (place: CasePlace, attempt: number) => string[] {
  const tools = new Map<string, Set<string>>()
  for (const call of calls) {
    const name = formatPlaceName(call, call.attempt)
    tools.set(name, (tools.get(name) ?? new Set()).add(call.tool))
  }
  return (place, attempt) => [...(tools.get(formatPlaceName(place, attempt)) ?? [])]
}
