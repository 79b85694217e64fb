import { Conversation, type ListFormat, messageFormat } from './conversation.ts'
import { type Fields, hidesCalls, isFields, listField, saidIn, textField, unwrapped } from './values.ts'

const BLOCKS = [
  'text',
  'image',
  'document',
  'thinking',
  'redacted_thinking',
  'search_result',
  'container_upload',
]
const isCall = ({ type }: Fields): boolean => typeof type === 'string' && type.endsWith('tool_use')
const isResult = ({ type }: Fields): boolean => typeof type === 'string' && type.endsWith('tool_result')

const fits = (item: unknown): boolean =>
  isFields(item) &&
  ['user', 'assistant', 'system'].includes(item.role as string) &&
  (item.type === undefined || item.type === 'message') &&
  !hidesCalls(item, []) &&
  (typeof item.content === 'string' ||
    (Array.isArray(item.content) &&
      item.content.every(
        (block) =>
          isFields(block) && (BLOCKS.includes(block.type as string) || isCall(block) || isResult(block)),
      )))

/** Blocks of a message. Calls that Anthropic makes itself are calls too: their results are blocks of the same message. */
function addBlocks(conversation: Conversation, message: Fields): void {
  if (message.role === 'assistant' && typeof message.content === 'string') conversation.say(message.content)
  for (const block of listField(message, 'content')) {
    if (isCall(block)) conversation.call({ id: block.id, name: block.name, arguments: block.input })
    else if (isResult(block))
      conversation.gave(block.tool_use_id, block.content ?? '', block.is_error === true)
    else if (message.role === 'assistant') conversation.say(saidIn([block]))
  }
}

/** Messages of Anthropic's Messages API. */
export const anthropic = messageFormat('anthropic', fits, (conversation, message) => {
  if (message.role === 'assistant') conversation.turn(message.usage)
  addBlocks(conversation, message)
})

const AGENT_EVENTS = ['system', 'result', 'stream_event', 'tool_progress', 'auth_status', 'rate_limit_event']

const messageOf = ({ type, message }: Fields): Fields | undefined =>
  (type === 'assistant' || type === 'user') && isFields(message) ? message : undefined

/**
 * Messages that the Claude Agent SDK yields. It yields one message for each block of an answer, all with the id of the
 * answer, which is one turn.
 */
export const claudeAgent: ListFormat = {
  name: 'claude-agent',
  fits(item) {
    if (!isFields(item) || item.role !== undefined || item.content !== undefined) return false
    const message = messageOf(item)
    if (message !== undefined) return fits(message)
    return AGENT_EVENTS.includes(item.type as string) && ('session_id' in item || 'subtype' in item)
  },
  read(list, usage) {
    const conversation = new Conversation()
    let answerId: unknown
    for (const item of list) {
      const message = messageOf(item)
      if (message === undefined) continue
      if (message.role === 'assistant' && (message.id === undefined || message.id !== answerId)) {
        conversation.turn(message.usage)
        answerId = message.id
      }
      addBlocks(conversation, message)
    }
    const start = list.find(({ subtype }) => subtype === 'init')
    const names = Array.isArray(start?.tools) ? start.tools : []
    const result = list.findLast(({ type }) => type === 'result')
    const reading = conversation.finish(usage)
    return {
      ...reading,
      final_answer: (result && textField(result, 'result')) ?? reading.final_answer,
      tools: names.flatMap((name) => (typeof name === 'string' ? [{ name, description: '' }] : [])),
    }
  },
}

const CONVERSE_BLOCKS = [
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

/** Converse refuses `json` that is not an object, so a list comes in a field. An object is the answer itself. */
function jsonIn(json: unknown): unknown {
  const value = unwrapped(json, ['result', 'output'])
  return Array.isArray(value) ? value : json
}

/** What a tool answered: one block of JSON or text is the answer, several are a list. */
function resultIn(content: unknown): unknown {
  const blocks = Array.isArray(content) ? content : []
  const values = blocks.map((block) =>
    isFields(block) ? (jsonIn(block.json) ?? block.text ?? block) : block,
  )
  return values.length === 1 ? values[0] : values
}

/** Messages of the Converse API of Amazon Bedrock, whose blocks have a key in place of a `type`. */
export const bedrock = messageFormat(
  'bedrock',
  (item) =>
    isFields(item) &&
    (item.role === 'user' || item.role === 'assistant') &&
    Array.isArray(item.content) &&
    !hidesCalls(item, []) &&
    item.content.every(
      (block) =>
        isFields(block) &&
        block.type === undefined &&
        CONVERSE_BLOCKS.some(
          (key) => isFields(block[key]) || (key === 'text' && typeof block.text === 'string'),
        ),
    ),
  (conversation, message) => {
    if (message.role === 'assistant') conversation.turn(message.usage)
    for (const { toolUse, toolResult, text } of listField(message, 'content')) {
      if (isFields(toolUse))
        conversation.call({ id: toolUse.toolUseId, name: toolUse.name, arguments: toolUse.input })
      else if (isFields(toolResult))
        conversation.gave(toolResult.toolUseId, resultIn(toolResult.content), toolResult.status === 'error')
      else if (message.role === 'assistant' && typeof text === 'string') conversation.say(text)
    }
  },
)
