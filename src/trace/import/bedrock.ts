import { Conversation, type ListFormat, readFailure, readToolAnswer } from './conversation.ts'
import { hidesCalls, isFields, listField, textField } from './values.ts'

const BLOCKS = [
  'text',
  'toolUse',
  'toolResult',
  'image',
  'document',
  'video',
  'audio',
  'guardContent',
  'reasoningContent',
  'cachePoint',
  'citationsContent',
  'searchResult',
]

/** What a tool answered: one block of JSON or text is the answer, several are a list. */
function resultIn(content: unknown): unknown {
  const blocks = Array.isArray(content) ? content : []
  const values = blocks.map((block) => (isFields(block) ? (block.json ?? block.text ?? block) : block))
  return values.length === 1 ? values[0] : values
}

/** Messages of the Converse API of Amazon Bedrock, whose blocks have a key in place of a `type`. */
export const bedrock: ListFormat = {
  name: 'bedrock',
  fits: (item) =>
    isFields(item) &&
    (item.role === 'user' || item.role === 'assistant') &&
    Array.isArray(item.content) &&
    !hidesCalls(item, []) &&
    item.content.every(
      (block) =>
        isFields(block) &&
        block.type === undefined &&
        BLOCKS.some((key) => isFields(block[key]) || (key === 'text' && typeof block.text === 'string')),
    ),
  read(list, usage) {
    const conversation = new Conversation()
    for (const message of list) {
      if (message.role === 'assistant') conversation.turn(message.usage)
      for (const block of listField(message, 'content')) {
        const { toolUse, toolResult } = block
        if (isFields(toolUse))
          conversation.call({ id: toolUse.toolUseId, name: toolUse.name, arguments: toolUse.input })
        else if (isFields(toolResult)) {
          const { toolUseId, status, content } = toolResult
          conversation.answer(toolUseId, (tool) =>
            status === 'error'
              ? readFailure(tool, resultIn(content))
              : readToolAnswer(tool, resultIn(content)),
          )
        } else if (message.role === 'assistant') conversation.say(textField(block, 'text') ?? '')
      }
    }
    return conversation.finish(usage)
  },
}
