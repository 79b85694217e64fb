import { Conversation, type ListFormat, messageFormat } from './conversation.ts'
import {
  describe,
  type Fields,
  hasParts,
  hidesCalls,
  ImportProblem,
  isAbsent,
  isFields,
  saidIn,
} from './values.ts'

const CHAT_ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']
const CHAT_PARTS = ['text', 'refusal', 'image_url', 'input_audio', 'file']
const CALL_FIELDS = ['tool_calls', 'tool_call_id', 'tool_name', 'function_call']

const isCall = (call: unknown): call is { id: unknown; function: Fields } =>
  isFields(call) && isFields(call.function)

function fitsChat(item: unknown): boolean {
  if (!isFields(item) || !CHAT_ROLES.includes(item.role as string) || item.type !== undefined) return false
  if (!hasParts(item.content, CHAT_PARTS) || hidesCalls(item, CALL_FIELDS)) return false
  if (!isAbsent(item.function_call) && !isFields(item.function_call)) return false
  const calls = item.tool_calls
  return isAbsent(calls) || (Array.isArray(calls) && calls.every(isCall))
}

/** Calls of an assistant message in the wire format of chat completions, the older `function_call` included. */
export function addChatCalls(conversation: Conversation, message: Fields): void {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
  for (const call of calls) {
    if (!isCall(call)) throw new ImportProblem(`a tool call is ${describe(call)}, without a function.`)
    const { id, function: called } = call
    conversation.call({ id, name: called.name, arguments: called.arguments })
  }
  if (isFields(message.function_call)) {
    const { name, arguments: args } = message.function_call
    conversation.call({ id: undefined, name, arguments: args })
  }
}

function addChatMessage(conversation: Conversation, message: Fields): void {
  const { role, content, refusal, usage } = message
  if (role === 'assistant') {
    conversation.turn(usage)
    conversation.say(saidIn(content) || saidIn(refusal))
    addChatCalls(conversation, message)
  } else if (role === 'tool' || role === 'function') {
    conversation.gave(message.tool_call_id, content, false, message.name ?? message.tool_name)
  }
}

/** Messages of OpenAI chat completions, and of the many servers that speak their format. */
export const openAiChat = messageFormat('openai-chat', fitsChat, addChatMessage)

const ITEM_PARTS = ['input_text', 'output_text', 'refusal', 'input_image', 'input_file', 'input_audio']
const ITEM_ROLES = ['system', 'developer', 'user', 'assistant']
const CALLS = ['function_call', 'function_call_output', 'mcp_call']
/** Items that hold no call. Hosted tools are not among them: what they did must not get lost. */
const OTHER = [
  'reasoning',
  'item_reference',
  'compaction',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
]

/** Whether an object is an item that no other format has. */
export const isResponseItem = (item: Fields): boolean =>
  item.type === 'message' || [...CALLS, ...OTHER].includes(item.type as string)

function fitsItem(item: unknown): boolean {
  if (!isFields(item)) return false
  if (item.type !== undefined && item.type !== 'message') return isResponseItem(item)
  return (
    ITEM_ROLES.includes(item.role as string) && hasParts(item.content, ITEM_PARTS) && !hidesCalls(item, [])
  )
}

/** Reads items one after the other; calls belong to one turn until something answers them. */
class ItemReader {
  readonly conversation = new Conversation()
  private open = false

  add(item: Fields): void {
    const { type, role, call_id, name, arguments: args } = item
    if (type === 'function_call') {
      this.assistant()
      this.conversation.call({ id: call_id ?? item.id, name, arguments: args })
    } else if (type === 'function_call_output') {
      this.conversation.gave(call_id, item.output)
      this.open = false
    } else if (type === 'mcp_call') {
      this.hosted(item)
    } else if (type === 'reasoning') {
      this.assistant()
    } else if (role === 'assistant') {
      this.assistant()
      this.conversation.say(saidIn(item.content))
    } else if (role !== undefined) {
      this.open = false
    }
  }

  /** A call that OpenAI made itself: it stands with its answer, and what follows may build on it. */
  private hosted({ id, name, arguments: args, output, error }: Fields): void {
    this.assistant()
    this.conversation.call({ id, name, arguments: args })
    if (!isAbsent(error ?? output)) this.conversation.gave(id, error ?? output, !isAbsent(error))
    this.open = false
  }

  private assistant(): void {
    if (!this.open) this.conversation.turn()
    this.open = true
  }
}

export const openAiResponses: ListFormat = {
  name: 'openai-responses',
  fits: fitsItem,
  read(list, usage) {
    const reader = new ItemReader()
    for (const item of list) reader.add(item)
    return reader.conversation.finish(usage)
  },
}
