import { type AttemptContext, runAsAttempt } from '../../network/context.ts'
import { CALL_HEADER, TOOL_ORIGIN } from '../../network/tool-route.ts'
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

/** The neutral definition of a tool that agents are handed; its calls are recorded on the attempt. */
function agentTool({ name, description, inputSchema }: Simulator, context: AttemptContext): AgentTool {
  const url = `${TOOL_ORIGIN}/${name}`
  return {
    name,
    description,
    inputSchema,
    url,
    async invoke(args: JsonObject, { callId, turn, signal } = {}) {
      const id = context.recorder.begin(name, args, {
        ...(turn === undefined ? {} : { turn }),
        ...(callId === undefined ? {} : { frameworkId: callId }),
      })
      try {
        const response = await runAsAttempt(context, () =>
          fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json', [CALL_HEADER]: id },
            body: JSON.stringify(args),
            ...(signal === undefined ? {} : { signal }),
          }),
        )
        const body = (await response.json()) as Json
        if (!response.ok) throw errorOf(name, response.status, body)
        return body
      } finally {
        context.recorder.end(id)
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
