import type { RuntimeSettings } from '../../../fixtures/settings.ts'
import type { Agent, CalibrationAgent } from '../../schema/agent.ts'
import type { AttemptRecord } from '../../schema/run.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { settle } from '../../scoring/settle.ts'
import { messageOf } from '../../shared/errors.ts'
import { servedRegistry } from '../../simulators/served.ts'
import type { Entry, Place } from '../journal/journal.ts'
import { appendLine } from '../journal/worker-lines.ts'
import { isOutage } from './outage.ts'
import { runAttempt } from './run-attempt.ts'

/** Which attempt to make. */
export interface Turn {
  attempt: number
  fresh?: true
  signal?: AbortSignal
}

/** An attempt with what became of it. */
export interface Made {
  record: AttemptRecord
  trace: Trace
  thrown: unknown
}

const withoutSteps = ({ steps: _, ...score }: TaskScore): Omit<TaskScore, 'steps'> => score

/** Lets the agent work on a task once, judges what it did, and writes trace and verdict down before it returns. */
export async function makeAttempt(
  agent: Agent | CalibrationAgent,
  task: Task,
  place: Place,
  { timeout, outputDir, runId, settle: settling }: RuntimeSettings,
  { attempt, fresh, signal }: Turn,
): Promise<Made> {
  const options = { timeout, attempt, ...(signal === undefined ? {} : { signal }) }
  const { trace, thrown } = await runAttempt(agent, task, options)
  const errored = trace.refused === undefined && isOutage(thrown)
  const score = errored
    ? undefined
    : settling
      ? (
          await settle(task, trace, servedRegistry(), async (seed) => {
            return (await runAttempt(agent, { ...task, world: { seed } }, options)).trace
          })
        ).score
      : scoreTrace(task, trace, servedRegistry())
  const record: AttemptRecord = {
    attempt,
    ...(fresh === undefined ? {} : { fresh }),
    outcome: errored ? 'errored' : 'scored',
    ...(errored ? { note: messageOf(thrown) } : {}),
    seed: trace.seed ?? 0,
    ...(trace.duration_ms === undefined ? {} : { duration_ms: trace.duration_ms }),
    calls: trace.calls.length,
    ...(trace.usage === undefined ? {} : { usage: trace.usage }),
    ...(trace.models === undefined ? {} : { models: trace.models }),
    ...(score === undefined ? {} : { score: withoutSteps(score) }),
  }
  const { suite, project } = place
  const stored: Trace = { ...trace, suite, ...(project === '' ? {} : { project }) }
  const entry: Entry = { ...record, ...place }
  appendLine(outputDir, 'traces', runId, stored)
  appendLine(outputDir, 'attempts', runId, entry)
  return { record, trace, thrown }
}
