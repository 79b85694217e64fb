import type { ExpectedTrace, Task } from '../src/schema/task.ts'
import { hasSucceeded, type Trace } from '../src/schema/trace.ts'
import type { Judging } from '../src/scoring/judging.ts'
import { dropUncountedTurns } from '../src/scoring/order.ts'
import { isObject, type Json, type JsonObject } from '../src/shared/json.ts'
import { openWorlds } from '../src/tasks/task-worlds.ts'
import { importTrace } from '../src/trace/import/index.ts'
import { ARGUMENTS } from '../src/trace/import/stored.ts'
import { type Fields, ImportProblem, isAbsent, isFields, readArguments } from '../src/trace/import/values.ts'
import { throwMatcherError } from './matcher.ts'
import type { Subject } from './subject.ts'

/** A call as a hand-written list names it; `arguments` may be JSON text. */
export type ListedCall =
  | { name: string; args?: JsonObject }
  | { name: string; input?: JsonObject }
  | (({ name: string } | { tool_name: string }) & { arguments?: JsonObject | string })

/** Calls in the order in which they are expected. */
export type CallList = readonly ListedCall[]

/** What a trace is matched with. */
export interface Expected {
  judging: Judging
  /** Traces that are as good. */
  alternatives: readonly ExpectedTrace[]
  /** Whether it is a list of calls, which is a sequence unless said otherwise. */
  isList: boolean
}

const TYPES: readonly unknown[] = [undefined, 'tool_call', 'tool_use', 'function_call', 'mcp_call']
/** Fields of a listed call besides its arguments. An item with another field may hold arguments that nobody reads. */
const FIELDS = 'name tool_name type id call_id callId status result output error turn started ended committed'
const LISTED = [...FIELDS.split(' '), ...ARGUMENTS]

const isListedCall = (value: unknown): value is Fields =>
  isFields(value) &&
  TYPES.includes(value.type) &&
  typeof (value.name ?? value.tool_name) === 'string' &&
  Object.keys(value).every((key) => LISTED.includes(key)) &&
  ARGUMENTS.filter((key) => key in value).length <= 1

function readListedCall(call: Fields, matcher: string): { tool_name: string; arguments: JsonObject } {
  const tool = (call.name ?? call.tool_name) as string
  const given = ARGUMENTS.map((key) => call[key]).find((value) => !isAbsent(value))
  // An object stays as it is: it may hold asymmetric matchers.
  if (isObject(given as Json)) return { tool_name: tool, arguments: given as JsonObject }
  const { problem, ...read } = readArguments(given, `the expected call of ${tool}`)
  if (problem !== undefined)
    throwMatcherError(matcher, `${problem}. Give ${tool} an object, or its JSON text.`)
  return { tool_name: tool, ...read }
}

const buildSequence = (calls: readonly { tool_name: string; arguments: JsonObject }[]): ExpectedTrace => ({
  steps: calls.map((call, i) => ({ step_id: `step_${i + 1}`, ...call, depends_on: [] })),
})

/**
 * Takes the expected side of a matcher apart, a task as it is in the world of the subject's trace. Throws for a shape that
 * is none of task, trace and list.
 */
export function readExpected(value: unknown, matcher: string, { trace, tools }: Subject): Expected {
  const judgeAlone = (expected: ExpectedTrace): Judging => ({ expected, prompt: '', trace, tools, seed: 0 })
  if (isObject(value as Json) && isObject((value as { expected_trace: Json }).expected_trace)) {
    const here = openWorlds(value as Task, tools).in(trace.seed)
    const { expected_trace: expected, alternatives = [], prompt, expected_final_answer: answer } = here.task
    const counted = dropUncountedTurns(here.task, trace)
    const judging = { expected, prompt, answer, trace: counted, tools: here.tools, seed: here.seed }
    return { judging, alternatives, isList: false }
  }
  try {
    if (Array.isArray(value) && value.every(isListedCall)) {
      const calls = value.map((call) => readListedCall(call, matcher))
      return { judging: judgeAlone(buildSequence(calls)), alternatives: [], isList: true }
    }
    const imported = importTrace(value).trace
    const expected = fromTrace(imported)
    if (expected.steps.length === 0 && imported.calls.length > 0)
      throwMatcherError(
        matcher,
        `every call of the expected trace failed: ${imported.calls[0]?.error?.message}.`,
      )
    return { judging: judgeAlone(expected), alternatives: [], isList: false }
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
    throwMatcherError(
      matcher,
      `the expected trace is missing. Pass a task, a trace, messages, or a list of { name, args }, { name, input } or { name, arguments }: ${error.problem}`,
      error,
    )
  }
}

/** The successful calls of a trace as what is expected of another one: each after those that had ended when it was made. */
function fromTrace({ calls }: Trace): ExpectedTrace {
  const steps = calls.filter(hasSucceeded).map((call, i) => ({ ...call, step_id: `step_${i + 1}` }))
  return {
    steps: steps.map(({ step_id, tool_name, arguments: args, started }) => ({
      step_id,
      tool_name,
      arguments: args,
      depends_on: steps.filter(({ ended }) => ended < started).map((earlier) => earlier.step_id),
    })),
  }
}
