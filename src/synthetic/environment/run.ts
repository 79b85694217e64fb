import type { Agent } from '../../schema/agent.ts'
import type { Trace } from '../../schema/trace.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { EnvironmentTask } from '../tasks/environment-task.ts'
import { diagnose, type EnvironmentFinding } from './diagnose.ts'
import { type Environment, type EnvironmentOptions, openEnvironment } from './environment.ts'
import type { EnvironmentResult } from './result.ts'
import { runDirectly } from './run-directly.ts'
import { type TranscriptEvent, transcriptOf } from './transcript.ts'

/** Lets an agent work in an environment and records what it did; it does not throw what the agent throws. */
export type RunAgent = (agent: Agent, environment: Environment) => Promise<Trace>

/** A task as one agent worked on it. */
export interface EnvironmentRun {
  result: EnvironmentResult
  transcript: TranscriptEvent[]
  /** What the agent did while it explored, submissions included. */
  trace: Trace
  /** What is wrong with an attempt, by its number from 1; nothing of one at a task that cannot be done. */
  findings(attempt: number): EnvironmentFinding[]
}

/**
 * Lets an agent work on a task in its environment.
 *
 * @throws TracewrightError where a live simulation had no answer
 * @param run How the agent is run: within this process, by default; over the wire in Vitest
 */
export async function runEnvironment(
  agent: Agent,
  task: EnvironmentTask,
  options: EnvironmentOptions,
  run: RunAgent = runDirectly,
): Promise<EnvironmentRun> {
  const environment = openEnvironment(task, options)
  const before = options.live?.failures.length ?? 0
  const trace = await run(agent, environment)
  const failure = options.live?.failures[before]
  // An agent that was answered nothing is not at fault.
  if (failure !== undefined) throw new TracewrightError(failure)
  const result = environment.finish(trace)
  const findings = (attempt: number): EnvironmentFinding[] => {
    const made = result.attempts[attempt - 1]
    return made === undefined || !task.valid ? [] : diagnose(made, task.task, options.registry)
  }
  return { result, transcript: transcriptOf(trace), trace, findings }
}
