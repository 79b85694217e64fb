import type { CallFault } from '../schema/fault.ts'
import { MALFORMED } from '../schema/tool.ts'
import type { FaultyResult, FaultyWire, ToolResult } from '../schema/tools.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { MAX_VALUE_DEPTH, NestingError, parseJson } from '../shared/parse-json.ts'
import { listFloatPointers, loadJson } from '../shared/python/json-reader.ts'
import { listExceptions } from '../trace/exceptions.ts'
import type { CallOutcome } from '../trace/recorder.ts'
import { type AttemptContext, findAttempt, isAnswering } from './context.ts'

/** Where a call goes: what answers it, and what records it. */
export type CallTarget = Pick<AttemptContext, 'tools' | 'recorder'>

/** What a caller is told, by a response or in this process. */
export interface CallAnswer {
  status: number
  body: Json
  /** Headers beside those of JSON. */
  headers?: Record<string, string>
  /** What comes in place of the body. */
  wire?: FaultyWire
}

const OK = 200

function parseBody(text: string): { args: Json; floats: ReadonlySet<string> } | { problem: string } {
  try {
    const args = parseJson(text, MAX_VALUE_DEPTH)
    // Only a number with a fraction or an exponent can be a float in disguise.
    const loaded = /\d(\.0|[eE])/.test(text) ? loadJson(text) : undefined
    return { args, floats: new Set(loaded === undefined ? [] : listFloatPointers(loaded)) }
  } catch (error) {
    return { problem: error instanceof NestingError ? `the body: ${error.message}` : 'the body is not JSON' }
  }
}

function execute(
  tool: string,
  body: string,
  id: string,
  { tools }: CallTarget,
): FaultyResult & { args: JsonObject } {
  const parsed = parseBody(body === '' ? '{}' : body)
  if ('problem' in parsed) {
    const error = { code: MALFORMED, message: parsed.problem }
    return { args: {}, result: { ok: false, status: 400, error, committed: false } }
  }
  const args = isObject(parsed.args) ? parsed.args : {}
  return { args, ...tools.call(tool, parsed.args, id, parsed.floats) }
}

export function buildOutcome(result: ToolResult, fault?: CallFault): CallOutcome {
  const { status, committed } = result
  const planned = fault === undefined ? {} : { fault }
  if (result.ok) return { status, result: result.output, committed, ...planned }
  const { error, thrown } = result
  const exceptions = thrown === undefined ? {} : { exceptions: listExceptions(thrown) }
  return { status, error, committed, ...exceptions, ...planned }
}

const buildHeaders = ({ retryAfter }: FaultyResult): Pick<CallAnswer, 'headers'> =>
  retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }

/** The status of an answer on the wire: an unreadable answer is sent with 200. */
const chooseStatus = ({ result, wire }: FaultyResult): number =>
  wire !== undefined && 'text' in wire ? OK : result.status

/** The answer to a call; `body` is sent unless a fault replaced it. */
export const buildCallAnswer = (outcome: FaultyResult, body: Json): CallAnswer => ({
  status: chooseStatus(outcome),
  body,
  ...buildHeaders(outcome),
  ...(outcome.wire === undefined ? {} : { wire: outcome.wire }),
})

/** Has a tool called in the world of an attempt, and takes down how the call went. */
export function answerCall(tool: string, text: string, id: string, context: CallTarget): CallAnswer {
  const { args, ...outcome } = execute(tool, text, id, context)
  context.recorder.settle(id, args, buildOutcome(outcome.result, outcome.fault))
  return readOutcome(outcome)
}

/** What a caller is told of an outcome. */
export function readOutcome(outcome: FaultyResult): CallAnswer {
  const { result } = outcome
  if (result.ok) return buildCallAnswer(outcome, result.output)
  const { code, message, parameter } = result.error
  const error = parameter === undefined ? { code, message } : { code, message, parameter }
  return buildCallAnswer(outcome, { error })
}

/**
 * The same for a tool that has to be prepared for the call first; undefined where the attempt was over by then.
 */
export async function answerPrepared(
  tool: string,
  text: string,
  id: string,
  context: AttemptContext,
): Promise<CallAnswer | undefined> {
  const parsed = parseBody(text === '' ? '{}' : text)
  const args = 'args' in parsed ? parsed.args : null
  return context.tools.whenPrepared(tool, args, () =>
    isAnswering(context) ? answerCall(tool, text, id, context) : undefined,
  )
}

/** What is told to a call that reaches no simulator. */
export const createRefusal = (status: 404 | 410, code: string, message: string): CallAnswer => ({
  status,
  body: { error: { code, message } },
})

/** Refuses a call of an attempt that is over, and lets the attempt know; undefined where there was no such attempt. */
export function answerLate(token: string, tool: string): CallAnswer | undefined {
  const attempt = findAttempt(token)
  if (attempt === undefined || !('ended' in attempt)) return undefined
  attempt.onLate(tool)
  return createRefusal(
    410,
    'gone',
    `this call came after the attempt at ${JSON.stringify(attempt.ended)} ended; await every call before the agent returns`,
  )
}
