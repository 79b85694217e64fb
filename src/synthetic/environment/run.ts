import { runAttempt } from '../../run/attempt/run-attempt.ts'
import type { Agent } from '../../schema/agent.ts'
import type { EnvironmentFinding, EnvironmentResult } from '../../schema/environment-result.ts'
import { type Call, succeeded, type Trace } from '../../schema/trace.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { LONGEST_TIMER } from '../../shared/timer.ts'
import { watched } from '../simulate/simulators.ts'
import type { EnvironmentTask } from '../tasks/environment-task.ts'
import { diagnose } from './diagnose.ts'
import { type Environment, type EnvironmentOptions, openEnvironment } from './environment.ts'
import { SUBMIT } from './submit-tool.ts'

/** Lets an agent work in an environment and records what it did; it does not throw what the agent throws. */
export type RunAgent = (agent: Agent, environment: Environment) => Promise<Trace>

/** Runs an agent within this process. There is no limit of time but the agent's own. */
const runDirectly: RunAgent = async (agent, { asked, world, registry, signal, callEnded }) => {
  const traffic = { exchange: async () => undefined, callEnded }
  const limits = { signal, timeout: LONGEST_TIMER, onLate: () => {} }
  return (await runAttempt(agent, asked, { world, registry, traffic, wire: 'direct', ...limits })).trace
}

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
 * @throws TracewrightError where a call of the agent or of an attempt got no answer: that says nothing of the agent
 * @param run How the agent is run: within this process, by default; over the wire in Vitest
 */
export async function runEnvironment(
  agent: Agent,
  task: EnvironmentTask,
  options: EnvironmentOptions,
  run: RunAgent = runDirectly,
): Promise<EnvironmentRun> {
  const failures: string[] = []
  const registry = watched(options.registry, (why) => failures.push(why))
  const environment = openEnvironment(task, { ...options, registry })
  const trace = await run(agent, environment)
  const [failure] = failures
  if (failure !== undefined) throw new TracewrightError(failure)
  const result = environment.finish(trace)
  const findings = (attempt: number): EnvironmentFinding[] => {
    const made = result.attempts[attempt - 1]
    return made === undefined || !task.valid ? [] : diagnose(made, task.task, options.registry)
  }
  return { result, transcript: transcriptOf(trace), trace, findings }
}

/** One thing that happened in an environment; `turn` counts the calls, from 1. */
export type TranscriptEvent =
  | { turn: number; event: 'call'; tool: string; args: JsonObject }
  | { turn: number; event: 'attempt'; calls: Json; message?: Json }
  | { turn: number; event: 'response'; status: number; result?: Json; error?: JsonObject }
  | { turn: number; event: 'verdict'; verdict: Json; attempts_left: Json }
  | { turn: number; event: 'message'; text: string | null; failure?: string }

function asked({ tool_name: tool, arguments: args }: Call, turn: number): TranscriptEvent {
  if (tool !== SUBMIT || args.calls === undefined) return { turn, event: 'call', tool, args }
  const { calls, message } = args
  return { turn, event: 'attempt', calls, ...(message === undefined ? {} : { message }) }
}

function answered(call: Call, turn: number): TranscriptEvent {
  const { result, error, status, tool_name } = call
  if (tool_name === SUBMIT && succeeded(call) && typeof result === 'object' && result !== null) {
    const { verdict = null, attempts_left = null } = result as JsonObject
    return { turn, event: 'verdict', verdict, attempts_left }
  }
  return {
    turn,
    event: 'response',
    status,
    ...(result === undefined ? {} : { result }),
    ...(error == null ? {} : { error: { ...error } as JsonObject }),
  }
}

/** What happened, in the order in which calls were begun, with the last message at the end. */
export function transcriptOf({ calls, final_answer, failure }: Trace): TranscriptEvent[] {
  return [
    ...calls.flatMap((call, i) => [asked(call, i + 1), answered(call, i + 1)]),
    {
      turn: calls.length,
      event: 'message' as const,
      text: final_answer,
      ...(failure === undefined ? {} : { failure }),
    },
  ]
}

/** A transcript as JSON Lines. */
export const transcriptText = (events: readonly TranscriptEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')
