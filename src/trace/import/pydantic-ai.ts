import { Conversation, type ListFormat, readFailure, readToolAnswer } from './conversation.ts'
import { type Fields, isFields, listField } from './values.ts'

/** The tool by whose arguments a model gives structured output: its call is the answer. */
const OUTPUT_TOOL = /^final_result(_|$)/

function addPart(conversation: Conversation, part: Fields): void {
  const { part_kind: kind, content, tool_name: name, tool_call_id: id, args } = part
  const isOutput = OUTPUT_TOOL.test(String(name))
  if (kind === 'text') conversation.say(String(content ?? ''))
  else if (kind === 'tool-call' && isOutput)
    conversation.say(typeof args === 'string' ? args : JSON.stringify(args))
  else if (kind === 'tool-call' || kind === 'builtin-tool-call')
    conversation.call({ id, name, arguments: args ?? {} })
  else if (isOutput) return
  else if (kind === 'tool-return' || kind === 'builtin-tool-return')
    conversation.answer(id, (tool) => readToolAnswer(tool, content ?? null), name)
  else if (kind === 'retry-prompt' && typeof name === 'string')
    conversation.answer(id, (tool) => readFailure(tool, content), name)
}

/** Messages of pydantic-ai, as `all_messages_json()` writes them. */
export const pydanticAi: ListFormat = {
  name: 'pydantic-ai',
  fits: (item) =>
    isFields(item) &&
    (item.kind === 'request' || item.kind === 'response') &&
    Array.isArray(item.parts) &&
    item.parts.every((part) => isFields(part) && typeof part.part_kind === 'string'),
  read(list, usage) {
    const conversation = new Conversation()
    for (const message of list) {
      if (message.kind === 'response') conversation.turn(message.usage)
      for (const part of listField(message, 'parts')) addPart(conversation, part)
    }
    return conversation.finish(usage)
  },
}
