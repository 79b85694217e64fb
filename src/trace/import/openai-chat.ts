import { Conversation } from './conversation.ts'
import { type Fields, hidesCalls, isAbsent, isFields } from './fields.ts'
import type { ListFormat } from './format.ts'
import { readToolAnswer } from './outcome.ts'
import { hasParts, saidIn } from './parts.ts'
import { describe, ImportProblem } from './problem.ts'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']
const PARTS = ['text', 'refusal', 'image_url', 'input_audio', 'file']
const CALL_FIELDS = ['tool_calls', 'tool_call_id', 'tool_name', 'function_call']

const isCall = (call: unknown): call is { id: unknown; function: Fields } =>
  isFields(call) && isFields(call.function)

function fits(item: unknown): boolean {
  if (!isFields(item) || !ROLES.includes(item.role as string) || item.type !== undefined) return false
  if (!hasParts(item.content, PARTS) || hidesCalls(item, CALL_FIELDS)) return false
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

function add(conversation: Conversation, message: Fields): void {
  const { role, content, refusal, usage } = message
  if (role === 'assistant') {
    conversation.turn(usage)
    conversation.say(saidIn(content) || saidIn(refusal))
    addChatCalls(conversation, message)
  } else if (
    role === 'function' ||
    (role === 'tool' && isAbsent(message.tool_call_id) && message.tool_name)
  ) {
    conversation.answerNext(message.name ?? message.tool_name, (tool) =>
      readToolAnswer(tool, content ?? null),
    )
  } else if (role === 'tool') {
    conversation.answer(message.tool_call_id, (tool) => readToolAnswer(tool, content ?? null))
  }
}

/** Messages of OpenAI chat completions, and of the many servers that speak their format. */
export const openAiChat: ListFormat = {
  name: 'openai-chat',
  fits,
  read(list, usage) {
    const conversation = new Conversation()
    for (const message of list) add(conversation, message)
    return conversation.finish(usage)
  },
}
