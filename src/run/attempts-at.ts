import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import type { AttemptRecord } from '../schema/run.ts'
import { groupBy } from '../shared/group.ts'
import type { TaskWorlds } from '../tasks/task-worlds.ts'
import type { Registry } from '../tools/registry.ts'
import { type AttemptOutcome, failBlocked, makeAttempt } from './attempt/make-attempt.ts'
import { flippedSeeds, startOf } from './first-attempt.ts'
import {
  buildAttemptRecord,
  type CasePlace,
  type JournalEntry,
  readJournal,
  readSideEntries,
} from './journal/journal.ts'
import type { BlockedLine, Head } from './journal/lines.ts'
import type { RuntimeSettings } from './settings.ts'
import { listWorldsBothWays, seedOfAttempt } from './worlds.ts'

/** Attempts of the run that this one takes up, by the place of their case. */
let resumedAttempts: Map<string, JournalEntry[]> | undefined

function readEarlierRecords(
  place: CasePlace,
  { outputDir, runId, resumed }: RuntimeSettings,
): AttemptRecord[] {
  if (!resumed) return []
  const buildPlaceName = ({ project, suite, key }: CasePlace): string => JSON.stringify([project, suite, key])
  resumedAttempts ??= groupBy(readJournal(outputDir, runId), buildPlaceName)
  return resumedAttempts.get(buildPlaceName(place))?.map(buildAttemptRecord) ?? []
}

let blockedBefore: readonly BlockedLine[] | undefined

/** Attempts at a case that blocked the run that this one takes up: they would block this one too. */
function listBlockedLines({ project, suite, key }: CasePlace, settings: RuntimeSettings): BlockedLine[] {
  if (!settings.resumed) return []
  blockedBefore ??= readSideEntries(settings.outputDir, settings.runId).blocked
  return blockedBefore.filter(
    (line) => line.sure && line.project === project && line.suite === suite && line.key === key,
  )
}

export interface AttemptsAt {
  /** All that the run asks for, taken over or made now. */
  records: AttemptRecord[]
  last: AttemptOutcome | undefined
  /** The first one made now that did not solve the task. */
  unsolved: AttemptOutcome | undefined
}

/**
 * All attempts at a task that the run asks for.
 *
 * @param first Number of the first of them; over 0 where Vitest tries a case again, whose earlier attempts stay
 */
export async function makeAttemptsAt(
  agent: Agent | CalibrationAgent,
  task: TaskWorlds<Registry>,
  { place, head }: { place: CasePlace; head: Head },
  settings: RuntimeSettings,
  signal: AbortSignal,
  first = 0,
): Promise<AttemptsAt> {
  const before = readEarlierRecords(place, settings)
  const blocked = listBlockedLines(place, settings)
  const records: AttemptRecord[] = []
  let last: AttemptOutcome | undefined
  let unsolved: AttemptOutcome | undefined
  const makeOneAttempt = async (number: number, seed: number, rerun?: true): Promise<void> => {
    const known = before.find((record) => record.attempt === number)
    if (known !== undefined) {
      records.push(known)
      return
    }
    const stuck = blocked.find((line) => line.attempt === number)
    if (stuck !== undefined) {
      records.push(
        await failBlocked(agent, task, place, head, settings, { attempt: number, seed }, stuck.after),
      )
      return
    }
    last = await makeAttempt(agent, task, place, head, settings, { attempt: number, seed, signal, rerun })
    records.push(last.record)
    if (last.record.score?.solved !== true) unsolved ??= last
  }
  const start = startOf(place.key, settings)
  // Where a single failure counts, each condition has to be seen both ways.
  const [world, ...more] =
    settings.mode === 'strict' || settings.gate?.deterministic === true ? listWorldsBothWays(task) : []
  const worlds = world === undefined || more.length === 0 ? undefined : [world, ...more]
  let number = first
  for (; number < first + Math.max(settings.repeats, worlds?.length ?? 0); number++)
    await makeOneAttempt(
      number,
      worlds?.[(number - first) % worlds.length] ?? seedOfAttempt(task.written, start + number, task.tools),
    )
  // Of an agent that does the same every time, a failure where the baseline has a success is looked at once more.
  for (const seed of flippedSeeds(place.key, records, settings)) await makeOneAttempt(number++, seed, true)
  // A list that grew has room for more, and these are kept until the module has ended.
  return { records: records.slice(), last, unsolved }
}
