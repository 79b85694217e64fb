import { setImmediate as nextTick } from 'node:timers/promises'
import { answerCall, answerLate, answerPrepared, isPrepared, refusal } from '../../network/answer-call.ts'
import { type AttemptContext, isAnswering, runAsAttempt } from '../../network/context.ts'
import { CALL_HEADER } from '../../network/tool-address.ts'
import type { AgentTool } from '../../schema/agent.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { isObject } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { ToolCallError } from '../../simulators/tool-call-error.ts'

/** How the tools that an agent is handed are called: by requests, which msw answers, or in this process. */
export type Wire = 'http' | 'direct'

const errorOf = (tool: string, status: number, body: unknown): ToolCallError => {
  const error = isObject(body as Json) ? (body as { error?: unknown }).error : undefined
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    return new ToolCallError(tool, status, error as ToolCallError['body'])
  }
  return new ToolCallError(tool, status, { code: 'unreadable', message: 'the answer holds no error of ours' })
}

/** Asks a tool over the wire. */
async function ask(
  { name, url }: Pick<AgentTool, 'name' | 'url'>,
  args: JsonObject,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal | undefined },
): Promise<Json> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(args),
    ...(signal === undefined ? {} : { signal }),
  })
  const body = (await response.json()) as Json
  if (!response.ok) throw errorOf(name, response.status, body)
  return body
}

/**
 * Has a tool called in this process, with the arguments and the answer in the form that they would have over the wire.
 * Calls that were issued together start together there as well, so the trace is the same.
 */
async function askDirectly(
  name: string,
  args: JsonObject,
  { id, context, signal }: { id: string; context: AttemptContext; signal: AbortSignal | undefined },
): Promise<Json> {
  const text = JSON.stringify(args) ?? ''
  await nextTick()
  signal?.throwIfAborted()
  const told = !isAnswering(context)
    ? undefined
    : isPrepared(name, context)
      ? await answerPrepared(name, text, id, context)
      : answerCall(name, text, id, context)
  const answered =
    told ?? answerLate(context.address.token, name) ?? refusal(404, 'not_found', `there is no tool "${name}"`)
  const body = JSON.parse(JSON.stringify(answered.body)) as Json
  await nextTick()
  signal?.throwIfAborted()
  if (answered.status >= 400) throw errorOf(name, answered.status, body)
  return body
}

/**
 * The neutral definition of a tool that agents are handed; its calls are recorded on the attempt. The schema is a copy,
 * so that what one agent does to it is not seen by the next.
 */
function agentTool(
  { name, description, inputSchema }: Simulator,
  context: AttemptContext,
  wire: Wire,
): AgentTool {
  const { recorder, address } = context
  const url = address.urlOf(name)
  let shown: Record<string, unknown> | undefined
  return {
    name,
    description,
    // A copy: an agent may change what it is handed. Most of them never look at the schemas of most tools.
    get inputSchema() {
      shown ??= structuredClone(inputSchema)
      return shown
    },
    set inputSchema(changed) {
      shown = changed
    },
    url,
    async invoke(args: JsonObject, { callId, turn, signal } = {}) {
      const id = recorder.begin(name, args, {
        ...(turn === undefined ? {} : { turn }),
        ...(callId === undefined ? {} : { frameworkId: callId }),
      })
      const call = (): Promise<Json> => {
        if (wire === 'direct') return askDirectly(name, args, { id, context, signal })
        const headers = { [CALL_HEADER]: address.announce(name, id) }
        return ask({ name, url }, args, { headers, signal })
      }
      try {
        return await runAsAttempt(context, call)
      } finally {
        recorder.end(id)
      }
    },
  }
}

/** The tools of the given names that have a simulator, in the given order. */
export const agentTools = (
  names: readonly string[],
  context: AttemptContext,
  wire: Wire = 'http',
): AgentTool[] =>
  names.flatMap((name) => {
    const simulator = context.registry.get(name)
    return simulator === undefined ? [] : [agentTool(simulator, context, wire)]
  })
