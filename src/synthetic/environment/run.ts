import { shareInterval } from '../../metrics/intervals.ts'
import { type AttemptOptions, runAttempt } from '../../run/attempt/run-attempt.ts'
import type { Agent } from '../../schema/agent.ts'
import {
  DIFFICULTIES,
  type EnvironmentFinding,
  type EnvironmentResult,
} from '../../schema/environment-result.ts'
import { type Call, hasSucceeded, type Trace } from '../../schema/trace.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { maskAgentName } from '../../shared/redact/agent-name.ts'
import { maskTexts } from '../../shared/redact/texts-masked.ts'
import { createTraceRedactor, redactTrace } from '../../trace/redact-trace.ts'
import { watchRegistry } from '../simulate/simulators.ts'
import type { EnvironmentTask } from '../tasks/environment-task.ts'
import { DIRECT } from './direct-attempt.ts'
import { type EnvironmentOptions, openEnvironment, SUBMIT } from './environment.ts'
import { diagnose } from './verifiers.ts'

/** The result of one agent at a task. */
export interface EnvironmentRun {
  /** The result of the attempt. */
  result: EnvironmentResult
  /** Events of the attempt, in their order. */
  transcript: TranscriptEvent[]
  /** The agent's calls while it explored, with submissions. */
  trace: Trace
  /** What is wrong with an attempt, by its number from 1; nothing of one at a task that cannot be done. */
  findings(attempt: number): EnvironmentFinding[]
}

/** @param how How the agent is run; by default within this process */
export async function runEnvironment(
  agent: Agent,
  task: EnvironmentTask,
  options: EnvironmentOptions,
  how: AttemptOptions = DIRECT,
): Promise<EnvironmentRun> {
  const failures: string[] = []
  const registry = watchRegistry(options.registry, (why) => failures.push(why))
  const { asked, attempt, finish } = openEnvironment(task, { ...options, registry })
  const { trace } = await runAttempt(agent, asked, { ...attempt, ...how })
  const [failure] = failures
  if (failure !== undefined) throw new TracewrightError(failure)
  const result = finish(trace)
  const diagnoseFindings = (attempt: number): EnvironmentFinding[] => {
    const made = result.attempts[attempt - 1]
    return made === undefined || !task.valid ? [] : diagnose(made, task.task, options.registry)
  }
  return { result, transcript: buildTranscript(trace), trace, findings: diagnoseFindings }
}

/** One thing that happened in an environment; `turn` counts the calls, from 1. */
export type TranscriptEvent =
  | { turn: number; event: 'call'; tool: string; args: JsonObject }
  | { turn: number; event: 'attempt'; calls: Json; message?: Json }
  | { turn: number; event: 'response'; status: number; result?: Json; error?: JsonObject }
  | { turn: number; event: 'verdict'; verdict: Json; attempts_left: Json }
  | { turn: number; event: 'message'; text: string | null; failure?: string }

function describeAsked({ tool_name: tool, arguments: args }: Call, turn: number): TranscriptEvent {
  if (tool !== SUBMIT || args.calls === undefined) return { turn, event: 'call', tool, args }
  const { calls, message } = args
  return { turn, event: 'attempt', calls, ...(message === undefined ? {} : { message }) }
}

function describeAnswered(call: Call, turn: number): TranscriptEvent {
  const { result, error, status, tool_name } = call
  if (tool_name === SUBMIT && hasSucceeded(call) && typeof result === 'object' && result !== null) {
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
function buildTranscript({ calls, final_answer, failure }: Trace): TranscriptEvent[] {
  return [
    ...calls.flatMap((call, i) => [describeAsked(call, i + 1), describeAnswered(call, i + 1)]),
    {
      turn: calls.length,
      event: 'message' as const,
      text: final_answer,
      ...(failure === undefined ? {} : { failure }),
    },
  ]
}

export const formatTranscript = (events: readonly TranscriptEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')

/** What is written of a run: nothing in it is known to be secret. */
export interface WrittenRun {
  /** With what is wrong with each attempt, in their order. */
  result: EnvironmentResult & { findings: EnvironmentFinding[][] }
  transcript: TranscriptEvent[]
}

/** Masks secrets in everything that is written of a run. The run itself stays as it is, for who judges it. */
export function redactRun(
  { result, trace, findings }: EnvironmentRun,
  { task: { prompt } }: EnvironmentTask,
): WrittenRun {
  const redactor = createTraceRedactor(trace, prompt)
  return {
    result: {
      ...maskTexts(result, redactor),
      agent: maskAgentName(result.agent, redactor),
      findings: maskTexts(
        result.attempts.map((_, i) => findings(i + 1)),
        redactor,
      ),
    },
    transcript: buildTranscript(redactTrace(trace, redactor)),
  }
}

export type EnvironmentMetrics = ReturnType<typeof computeEnvironmentMetrics>

function computeEnvironmentMetrics(results: readonly EnvironmentResult[]) {
  const tasks = results.length
  const first = results.filter(({ solved_at }) => solved_at === 1).length
  const mean = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
  return {
    tasks,
    solved_first: first,
    solved: results.filter(({ solved_at }) => solved_at !== null).length,
    share: tasks === 0 ? null : { value: first / tasks, ...shareInterval(first, tasks) },
    turns: mean(results.map((result) => result.turns)),
    ideal_turns: mean(results.flatMap(({ ideal_turns }) => ideal_turns ?? [])),
  }
}

/**
 * Sums up results of one agent by one verifier: tasks that can be done, by difficulty as well, and tasks that cannot
 * apart.
 */
export const summarise = (results: readonly EnvironmentResult[]) => ({
  tasks: results.length,
  valid: computeEnvironmentMetrics(results.filter(({ valid }) => valid)),
  invalid: computeEnvironmentMetrics(results.filter(({ valid }) => !valid)),
  difficulties: Object.fromEntries(
    DIFFICULTIES.map((name) => [
      name,
      computeEnvironmentMetrics(results.filter(({ valid, difficulty }) => valid && difficulty === name)),
    ]),
  ) as Record<EnvironmentResult['difficulty'], EnvironmentMetrics>,
  failures: results.filter(({ failure }) => failure !== undefined).length,
})

export type EnvironmentSummary = ReturnType<typeof summarise>
