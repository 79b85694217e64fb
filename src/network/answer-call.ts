import { floatPointers, loadJson } from '../python/json-reader.ts'
import { MALFORMED } from '../schema/tool.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { executeTool, type ToolResult, unknownTool } from '../simulators/execute.ts'
import { exceptionsOf } from '../trace/exceptions.ts'
import type { CallOutcome } from '../trace/recorder.ts'
import { type AttemptContext, attemptAt } from './context.ts'

/** Where a call goes: who simulates it, in which world, and who takes it down. */
export type CallTarget = Pick<AttemptContext, 'registry' | 'world' | 'recorder'>

/** What a caller is told, by a response or in this process. */
export interface CallAnswer {
  /** HTTP status. */
  status: number
  body: Json
}

function parseBody(text: string): { args: Json; floats: ReadonlySet<string> } | undefined {
  try {
    const args = JSON.parse(text) as Json
    // Only a number with a fraction or an exponent can be a float in disguise.
    const loaded = /\d(\.0|[eE])/.test(text) ? loadJson(text) : undefined
    return { args, floats: new Set(loaded === undefined ? [] : floatPointers(loaded)) }
  } catch {
    return undefined
  }
}

function execute(
  tool: string,
  body: string,
  context: Pick<CallTarget, 'registry' | 'world'>,
): { args: JsonObject; result: ToolResult } {
  const parsed = parseBody(body === '' ? '{}' : body)
  if (parsed === undefined) {
    const error = { code: MALFORMED, message: 'the body is not JSON' }
    return { args: {}, result: { ok: false, status: 400, error, committed: false } }
  }
  const args = isObject(parsed.args) ? parsed.args : {}
  const simulator = context.registry.get(tool)
  const result =
    simulator === undefined
      ? unknownTool(tool)
      : executeTool(simulator, parsed.args, context.world, parsed.floats)
  return { args, result }
}

/** What a trace keeps of a result. */
export function outcomeOf(result: ToolResult): CallOutcome {
  const { status, committed } = result
  if (result.ok) return { status, result: result.output, committed }
  const { error, thrown } = result
  return { status, error, committed, ...(thrown === undefined ? {} : { exceptions: exceptionsOf(thrown) }) }
}

/** Has a tool called in the world of an attempt, and takes down how the call went. */
export function answerCall(tool: string, text: string, id: string, context: CallTarget): CallAnswer {
  const { args, result } = execute(tool, text, context)
  context.recorder.settle(id, args, outcomeOf(result))
  if (result.ok) return { status: result.status, body: result.output }
  const { code, message, parameter } = result.error
  const error = parameter === undefined ? { code, message } : { code, message, parameter }
  return { status: result.status, body: { error } }
}

/** What is told to a call that reaches no simulator. */
export const refusal = (status: 404 | 410, code: string, message: string): CallAnswer => ({
  status,
  body: { error: { code, message } },
})

/** Refuses a call of an attempt that is over, and lets the attempt know; undefined where there was no such attempt. */
export function answerLate(token: string, tool: string): CallAnswer | undefined {
  const attempt = attemptAt(token)
  if (attempt === undefined || !('ended' in attempt)) return undefined
  attempt.onLate(tool)
  return refusal(
    410,
    'gone',
    `the attempt at ${JSON.stringify(attempt.ended)} that this call belongs to is over; await every call before the agent returns`,
  )
}
