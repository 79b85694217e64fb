import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { TaskWorlds } from '../tasks/task-worlds.ts'
import type { Registry } from '../tools/registry.ts'
import { type AttemptOutcome, failBlocked, makeAttempt } from './attempt/make-attempt.ts'
import { listFlippedSeeds, startOf } from './first-attempt.ts'
import type { EarlierAttempts } from './journal/earlier-attempts.ts'
import type { CasePlace } from './journal/journal.ts'
import type { Head } from './journal/lines.ts'
import type { RuntimeSettings } from './settings.ts'
import { chooseSeed, listWorldsBothWays } from './worlds.ts'

async function findEarlierAttempts(
  place: CasePlace,
  { outputDir, runId, resumed }: RuntimeSettings,
): Promise<EarlierAttempts> {
  if (!resumed) return { records: [], blocked: [] }
  const { readEarlierAttempts } = await import('./journal/earlier-attempts.ts')
  return readEarlierAttempts(place, outputDir, runId)
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
  const { records: before, blocked } = await findEarlierAttempts(place, settings)
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
      worlds?.[(number - first) % worlds.length] ?? chooseSeed(task.written, start + number, task.tools),
    )
  // Of an agent that does the same every time, a failure where the baseline has a success is looked at once more.
  for (const seed of listFlippedSeeds(place.key, records, settings))
    await makeOneAttempt(number++, seed, true)
  // A list that grew has room for more, and these are kept until the module has ended.
  return { records: records.slice(), last, unsolved }
}
