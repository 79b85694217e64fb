import type { AgentTool } from '../schema/agent.ts'
import { isObject } from '../shared/json.ts'
import { parseJsonOr } from '../shared/parse-json.ts'
import { answerText, describeUnknownTool, formatRefusedCall } from './tool-answer.ts'

/** A call of Gemini, or of any other loop: its arguments are read already. */
interface PlainToolCall {
  /** Id of the call; one is made up where it is left out. */
  id?: string | undefined
  /** Name of the tool. */
  name?: string | undefined
  /** Arguments; none where left out. */
  args?: object | undefined
}

/** A call that a model asks for: in a chat completion, of a custom tool, in a response, or by name and arguments. */
type ModelToolCall =
  | { id: string; function: { name: string; arguments: string } }
  | { id: string; custom: { name: string; input: string } }
  | { call_id: string; name: string; arguments: string }
  | PlainToolCall

interface NamedCall {
  id: string | undefined
  name: string
  /** JSON. */
  text: string
}

function parseToolCall(call: ModelToolCall): NamedCall {
  if ('call_id' in call) return { id: call.call_id, name: call.name, text: call.arguments }
  if ('function' in call) return { id: call.id, name: call.function.name, text: call.function.arguments }
  if ('custom' in call) return { id: call.id, name: call.custom.name, text: call.custom.input }
  return { id: call.id, name: call.name ?? '', text: JSON.stringify(call.args ?? {}) }
}

/** What a tool says to arguments that a model wrote, for the model to read. */
export async function answerToolCall(
  tool: AgentTool,
  text: string,
  options: Parameters<typeof answerText>[2],
): Promise<string> {
  const args = text.trim() === '' ? {} : parseJsonOr(text, undefined)
  if (!isObject(args)) return formatRefusedCall('malformed_arguments', 'the arguments are not a JSON object')
  return answerText(tool, args, options)
}

/**
 * Makes a call that the model asked for, and gives what the model is to be told: the output or the refusal as JSON, or
 * that the tool is unknown.
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
  const { id, name, text } = parseToolCall(call)
  const tool = tools.find((one) => one.name === name)
  return tool === undefined
    ? formatRefusedCall('not_found', describeUnknownTool(name, tools))
    : answerToolCall(tool, text, { callId: id, turn: undefined, signal })
}
