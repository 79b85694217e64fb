import type { Agent, CalibrationAgent } from '../../schema/agent.ts'
import type { AttemptRecord } from '../../schema/run.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { settle } from '../../scoring/settle.ts'
import { messageOf } from '../../shared/errors.ts'
import { servedRegistry } from '../../simulators/served.ts'
import { appendLine } from '../journal/files.ts'
import type { Place } from '../journal/journal.ts'
import type { Head } from '../journal/lines.ts'
import type { RuntimeSettings } from '../settings.ts'
import { watch } from '../watchdog/watch.ts'
import { inWorld } from '../worlds.ts'
import { isOutage } from './outage.ts'
import { runAttempt } from './run-attempt.ts'

/** Which attempt to make. */
export interface Turn {
  /** Number of the attempt in its run, from 0. */
  attempt: number
  /** Seed of the world that it acts on. */
  seed: number
  fresh?: true
  signal?: AbortSignal
}

/** An attempt with what became of it. */
export interface Made {
  record: AttemptRecord
  trace: Trace
  thrown: unknown
}

/** The watchdog keeps the time: the largest that a timer takes. */
const NO_LIMIT = 2 ** 31 - 1

const withoutSteps = ({ steps: _, ...score }: TaskScore): Omit<TaskScore, 'steps'> => score

/**
 * Lets the agent work on a task once, judges what it did, and writes both down before it returns.
 *
 * @throws TracewrightError where it could not be written down
 */
export async function makeAttempt(
  agent: Agent | CalibrationAgent,
  task: Task,
  place: Place,
  head: Head,
  settings: RuntimeSettings,
  { attempt, seed, fresh, signal }: Turn,
): Promise<Made> {
  const { outputDir, runId, settle: settling } = settings
  const here = inWorld(task, seed)
  const watched = { head, place, task_id: task.task_id, attempt }
  const runIn = (world: Task) =>
    watch(settings, watched, (clock) =>
      runAttempt(agent, world, {
        attempt,
        timeout: NO_LIMIT,
        signal: signal === undefined ? clock : AbortSignal.any([clock, signal]),
      }),
    )
  const { trace, thrown } = await runIn(here)
  const errored = trace.refused === undefined && isOutage(thrown)
  const score = errored
    ? undefined
    : settling
      ? (
          await settle(here, trace, servedRegistry(), async (other) => {
            return (await runIn(inWorld(task, other))).trace
          })
        ).score
      : scoreTrace(here, trace, servedRegistry())
  const record: AttemptRecord = {
    attempt,
    ...(fresh === undefined ? {} : { fresh }),
    outcome: errored ? 'errored' : 'scored',
    ...(errored ? { note: messageOf(thrown) } : {}),
    seed,
    ...(trace.duration_ms === undefined ? {} : { duration_ms: trace.duration_ms }),
    calls: trace.calls.length,
    ...(trace.usage === undefined ? {} : { usage: trace.usage }),
    ...(trace.models === undefined ? {} : { models: trace.models }),
    ...(score === undefined ? {} : { score: withoutSteps(score) }),
  }
  const { suite, project } = place
  const stored: Trace = { ...trace, suite, ...(project === '' ? {} : { project }) }
  appendLine(outputDir, runId, head, { kind: 'attempt', ...place, record, trace: stored })
  return { record, trace, thrown }
}
