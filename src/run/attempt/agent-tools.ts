import {
  answerCall,
  answerLate,
  answerPrepared,
  type CallAnswer,
  createRefusal,
} from '../../network/answer-call.ts'
import { type AttemptContext, isAnswering, runAsAttempt } from '../../network/context.ts'
import { CALL_HEADER } from '../../network/tool-address.ts'
import type { AgentTool } from '../../schema/agent.ts'
import { isLost } from '../../schema/fault.ts'
import { MALFORMED, type Tool } from '../../schema/tool.ts'
import { copyJson, dropUndefinedFields, isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { findRecordingProblem } from '../../shared/parse-json.ts'
import { nextTurn, waitFor } from '../../shared/timer.ts'
import { ToolCallError } from '../../tools/tool-call-error.ts'
import { Rounds } from './call-rounds.ts'

/** How the tools that an agent is handed are called: by requests, which msw answers, or in this process. */
export type Wire = 'http' | 'direct'

/** What a tool answered with. */
interface ToolReply {
  status: number
  text: string
  retryAfter?: string | null | undefined
}

/** The output that a tool answered with; throws where it answered otherwise. */
function readOutput(tool: string, { status, text, retryAfter }: ToolReply): Json {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ToolCallError(tool, 0, { code: 'unreadable', message: 'the answer is not JSON' })
  }
  if (status > 0 && status < 400) return body as Json
  const error = isObject(body as Json) ? (body as { error?: unknown }).error : undefined
  const isOurs = typeof error === 'object' && error !== null && 'code' in error && 'message' in error
  throw new ToolCallError(
    tool,
    status,
    isOurs
      ? (error as ToolCallError['body'])
      : { code: 'unreadable', message: 'the answer has an unknown form' },
    retryAfter == null ? undefined : Number(retryAfter),
  )
}

/** How a call is made: its id in the trace, the attempt that it belongs to, and who may break it off. */
interface CallRequest {
  id: string
  context: AttemptContext
  signal: AbortSignal | undefined
}

/** The output of a call, once the caller would have it over the wire; throws where it has none. */
export async function deliver(
  tool: string,
  answer: CallAnswer,
  signal: AbortSignal | undefined,
): Promise<Json> {
  const { wire } = answer
  if (wire !== undefined && 'lost' in wire) await waitFor(wire.lost, signal)
  signal?.throwIfAborted()
  return readAnswer(tool, answer)
}

/** The output of an answered call; throws where the answer is an error. */
export function readAnswer(tool: string, { status, body, headers, wire }: CallAnswer): Json {
  const text = wire !== undefined && 'text' in wire ? wire.text : JSON.stringify(body)
  return readOutput(tool, { status, text, retryAfter: headers?.['retry-after'] })
}

/** The error of a call whose answer was lost on purpose; undefined where it was not. */
function findLostError(tool: string, { id, context }: CallRequest): ToolCallError | undefined {
  const { fault, error } = context.recorder.findOutcome(id) ?? {}
  return fault === undefined || error === undefined || !isLost(fault.fault)
    ? undefined
    : new ToolCallError(tool, 0, { ...error })
}

async function callOverHttp(
  { name, url }: Pick<AgentTool, 'name' | 'url'>,
  args: JsonObject,
  asking: CallRequest,
): Promise<Json> {
  const { id, context, signal } = asking
  const headers = { 'content-type': 'application/json', [CALL_HEADER]: context.address.announce(name, id) }
  let answer: ToolReply
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(args),
      signal: signal ?? null,
    })
    const retryAfter = response.headers.get('retry-after')
    answer = { status: response.status, text: await response.text(), retryAfter }
  } catch (error) {
    signal?.throwIfAborted()
    throw findLostError(name, asking) ?? error
  }
  return readOutput(name, answer)
}

/**
 * Has a tool called in this process, with the arguments and the answer in the form that they would have over the wire.
 * Calls that were issued together start together there as well, so the trace is the same.
 */
async function callInProcess(name: string, args: JsonObject, asking: CallRequest): Promise<Json> {
  const { id, context, signal } = asking
  const text = JSON.stringify(args) ?? ''
  await nextTurn()
  signal?.throwIfAborted()
  const result = !isAnswering(context)
    ? undefined
    : context.tools.needsPreparation(name)
      ? await answerPrepared(name, text, id, context)
      : answerCall(name, text, id, context)
  const answer =
    result ??
    answerLate(context.address.token, name) ??
    createRefusal(404, 'not_found', `unknown tool "${name}"`)
  return deliver(name, answer, signal)
}

/** Refuses arguments that cannot be recorded, as a tool does that cannot read them. */
async function refuseArguments(
  name: string,
  problem: string,
  id: string,
  { recorder }: AttemptContext,
): Promise<never> {
  const error = { code: MALFORMED, message: `an argument ${problem}` }
  recorder.settle(id, {}, { status: 400, error, committed: false })
  throw new ToolCallError(name, 400, error)
}

/**
 * The neutral definition of a tool that agents are handed; its calls are recorded on the attempt. The schema is a copy,
 * so that what one agent does to it is not seen by the next.
 */
function createAgentTool(
  { name, description, inputSchema }: Pick<Tool, 'name' | 'description' | 'inputSchema'>,
  context: AttemptContext,
  wire: Wire,
  rounds: Rounds,
): AgentTool {
  const { recorder, address } = context
  const url = address.buildUrl(name)
  return {
    name,
    description,
    inputSchema: copyJson(inputSchema as JsonObject),
    url,
    async invoke(args: JsonObject, { callId, turn, signal } = {}) {
      const problem = findRecordingProblem(args)
      const recorded = problem === undefined ? args : {}
      const id = recorder.begin(name, recorded, dropUndefinedFields({ turn, frameworkId: callId }))
      const callTool = (): Promise<Json> => {
        if (problem !== undefined) return refuseArguments(name, problem, id, context)
        const asking = { id, context, signal }
        return wire === 'direct'
          ? callInProcess(name, args, asking)
          : callOverHttp({ name, url }, args, asking)
      }
      const place = rounds.begin()
      try {
        return await runAsAttempt(context, callTool)
      } finally {
        recorder.end(id)
        await rounds.end(place)
      }
    },
  }
}

/** The tools of the given names that have a simulator, in the given order. */
export function createAgentTools(
  names: readonly string[],
  context: AttemptContext,
  wire: Wire = 'http',
): AgentTool[] {
  const rounds = new Rounds()
  return context.tools.shown(names).map((tool) => createAgentTool(tool, context, wire, rounds))
}
