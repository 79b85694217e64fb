import { type AttemptContext, runAsAttempt } from '../../network/context.ts'
import { CALL_HEADER } from '../../network/tool-address.ts'
import type { AgentTool } from '../../schema/agent.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { isObject } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { ToolCallError } from '../../simulators/tool-call-error.ts'

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
 * The neutral definition of a tool that agents are handed; its calls are recorded on the attempt. The schema is a copy,
 * so that what one agent does to it is not seen by the next.
 */
function agentTool({ name, description, inputSchema }: Simulator, context: AttemptContext): AgentTool {
  const { recorder, address } = context
  const url = address.urlOf(name)
  return {
    name,
    description,
    inputSchema: structuredClone(inputSchema),
    url,
    async invoke(args: JsonObject, { callId, turn, signal } = {}) {
      const id = recorder.begin(name, args, {
        ...(turn === undefined ? {} : { turn }),
        ...(callId === undefined ? {} : { frameworkId: callId }),
      })
      const headers = { [CALL_HEADER]: address.announce(name, id) }
      try {
        return await runAsAttempt(context, () => ask({ name, url }, args, { headers, signal }))
      } finally {
        recorder.end(id)
      }
    },
  }
}

/** The tools of the given names that have a simulator, in the given order. */
export const agentTools = (names: readonly string[], context: AttemptContext): AgentTool[] =>
  names.flatMap((name) => {
    const simulator = context.registry.get(name)
    return simulator === undefined ? [] : [agentTool(simulator, context)]
  })
