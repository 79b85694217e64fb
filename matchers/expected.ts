import type { Task } from '../src/schema/task.ts'
import type { PlainTrace } from '../src/schema/task-in-world.ts'
import { succeeded, type Trace } from '../src/schema/trace.ts'
import type { Judging } from '../src/scoring/judging.ts'
import { isObject, type Json, type JsonObject } from '../src/shared/json.ts'
import { worldsOf } from '../src/tasks/task-worlds.ts'
import { importTrace } from '../src/trace/import/index.ts'
import { ImportProblem } from '../src/trace/import/values.ts'
import { fail } from './matcher.ts'
import type { Subject } from './subject.ts'

/** A call as a hand-written list names it: by `name` and `args`, or as in a trace. */
export type ListedCall = { name: string; args?: JsonObject } | { tool_name: string; arguments?: JsonObject }

/** Calls in the order in which they are expected. */
export type CallList = readonly ListedCall[]

/** What a trace is matched with. */
export interface Expected {
  judging: Judging
  /** Traces that are as good. */
  alternatives: readonly PlainTrace[]
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

const sequence = (calls: readonly { tool_name: string; arguments: JsonObject }[]): PlainTrace => ({
  steps: calls.map((call, i) => ({ step_id: `step_${i + 1}`, ...call, depends_on: [] })),
})

/**
 * Takes the expected side of a matcher apart, a task as it is in the world of the subject's trace. Throws for a shape that
 * is none of task, trace and list.
 */
export function expectedOf(value: unknown, matcher: string, { trace, tools }: Subject): Expected {
  const alone = (expected: PlainTrace): Judging => ({ expected, prompt: '', trace, tools, seed: 0 })
  if (Array.isArray(value) && value.every(isListedCall)) {
    return { judging: alone(sequence(value.map(listed))), alternatives: [], isList: true }
  }
  if (isObject(value as Json) && isObject((value as { expected_trace: Json }).expected_trace)) {
    const here = worldsOf(value as unknown as Task, tools).in(trace.seed)
    const { expected_trace: expected, alternatives = [], prompt, expected_final_answer: answer } = here.task
    const judging = { expected, prompt, answer, trace, tools: here.tools, seed: here.seed }
    return { judging, alternatives, isList: false }
  }
  try {
    return { judging: alone(fromTrace(importTrace(value).trace)), alternatives: [], isList: false }
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
function fromTrace({ calls }: Trace): PlainTrace {
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
