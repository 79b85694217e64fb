import type { ExpectedTrace, Task } from '../src/schema/task.ts'
import { succeeded, type Trace } from '../src/schema/trace.ts'
import { isObject, type Json, type JsonObject } from '../src/shared/json.ts'
import { importTrace } from '../src/trace/import/index.ts'
import { ImportProblem } from '../src/trace/import/values.ts'
import { fail } from './matcher.ts'

/** A call as a hand-written list names it: by `name` and `args`, or as in a trace. */
export type ListedCall = { name: string; args?: JsonObject } | { tool_name: string; arguments?: JsonObject }

/** Calls in the order in which they are expected. */
export type CallList = readonly ListedCall[]

/** An expected trace, and what the task says beside it. */
export interface Expected {
  trace: ExpectedTrace
  /** Traces that are as good. */
  alternatives: readonly ExpectedTrace[]
  prompt: string
  task: { answer?: Json | undefined; seed?: number | undefined }
  /** Whether it is a list of calls, which is a sequence unless said otherwise. */
  isList: boolean
}

const listed = (call: ListedCall): { tool_name: string; arguments: JsonObject } =>
  'name' in call
    ? { tool_name: call.name, arguments: call.args ?? {} }
    : { tool_name: call.tool_name, arguments: call.arguments ?? {} }

const isListedCall = (value: unknown): value is ListedCall =>
  isObject(value as Json) &&
  (typeof (value as { name?: unknown }).name === 'string' ||
    typeof (value as { tool_name?: unknown }).tool_name === 'string')

const sequence = (calls: readonly { tool_name: string; arguments: JsonObject }[]): ExpectedTrace => ({
  steps: calls.map((call, i) => ({ step_id: `step_${i + 1}`, ...call, depends_on: [] })),
})

/** Takes the expected side of a matcher apart. Throws for a shape that is none of task, trace and list. */
export function expectedOf(value: unknown, matcher: string): Expected {
  if (Array.isArray(value) && value.every(isListedCall)) {
    return { trace: sequence(value.map(listed)), alternatives: [], prompt: '', task: {}, isList: true }
  }
  if (isObject(value as Json) && isObject((value as { expected_trace: Json }).expected_trace)) {
    const task = value as unknown as Task
    const { expected_trace: trace, alternatives = [], prompt, expected_final_answer: answer, world } = task
    return { trace, alternatives, prompt, task: { answer, seed: world?.seed }, isList: false }
  }
  try {
    const { trace } = importTrace(value)
    return { trace: fromTrace(trace), alternatives: [], prompt: '', task: {}, isList: false }
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
    fail(
      matcher,
      `the expected trace is missing. Pass a task, a trace, or a list of { name, args }: ${error.problem}`,
      error,
    )
  }
}

/** The successful calls of a trace as what is expected of another one: each after those that had ended when it was made. */
function fromTrace({ calls }: Trace): ExpectedTrace {
  const steps = calls.filter(succeeded).map((call, i) => ({ ...call, step_id: `step_${i + 1}` }))
  return {
    steps: steps.map(({ step_id, tool_name, arguments: args, started }) => ({
      step_id,
      tool_name,
      arguments: args,
      depends_on: steps.filter(({ ended }) => ended < started).map((earlier) => earlier.step_id),
    })),
  }
}
