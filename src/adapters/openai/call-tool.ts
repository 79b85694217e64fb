import type { ChatCompletionMessageToolCall } from 'openai/resources/chat/completions'
import type { ResponseFunctionToolCall } from 'openai/resources/responses/responses'
import type { AgentTool, InvokeOptions } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { answerText } from '../tool-answer.ts'

/** A call that a model asks for, in a chat completion or in a response. */
export type ModelToolCall = ChatCompletionMessageToolCall | ResponseFunctionToolCall

interface Named {
  id: string
  name: string
  /** JSON. */
  text: string
}

function named(call: ModelToolCall): Named {
  if ('call_id' in call) return { id: call.call_id, name: call.name, text: call.arguments }
  if ('function' in call) return { id: call.id, name: call.function.name, text: call.function.arguments }
  return { id: call.id, name: call.custom.name, text: call.custom.input }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined
  } catch {
    return undefined
  }
}

const refused = (code: string, message: string): string => JSON.stringify({ error: { code, message } })

/** What a tool says to arguments that a model wrote, for the model to read. */
export async function toolAnswer(tool: AgentTool, text: string, options: InvokeOptions): Promise<string> {
  const args = parsed(text)
  if (args === undefined) return refused('malformed_arguments', 'the arguments are no JSON object')
  return answerText(tool, args, options)
}

/**
 * Makes a call that the model asked for, and gives what the model is to be told: the output or the refusal as JSON, or
 * that there is no such tool.
 *
 * @example
 * for (const call of message.tool_calls ?? [])
 *   messages.push({ role: 'tool', tool_call_id: call.id, content: await callTool(tools, call) })
 */
export async function callTool(
  tools: readonly AgentTool[],
  call: ModelToolCall,
  { signal }: { signal?: AbortSignal } = {},
): Promise<string> {
  const { id, name, text } = named(call)
  const tool = tools.find((one) => one.name === name)
  if (tool !== undefined)
    return toolAnswer(tool, text, { callId: id, ...(signal === undefined ? {} : { signal }) })
  const names = tools.map((one) => one.name).join(', ')
  return refused('not_found', `unknown tool "${name}"; there are ${names}`)
}
