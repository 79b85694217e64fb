import { type Conversation, messageFormat } from './conversation.ts'
import { addChatCalls } from './openai.ts'
import {
  answerIn,
  type Fields,
  hasParts,
  hidesCalls,
  ImportProblem,
  isAbsent,
  isFields,
  listField,
  parseText,
  saidIn,
  textField,
} from './values.ts'

/** Kinds of messages, as `getType()` and serialised messages name them. */
const KINDS: Readonly<Record<string, string>> = {
  ai: 'ai',
  assistant: 'ai',
  human: 'human',
  user: 'human',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'function',
  chat: 'generic',
  generic: 'generic',
  remove: 'remove',
}

/** The kind that a class name or a `type` stands for: `AIMessageChunk` and `ai` are both `ai`. */
const kindOf = (name: string): string | undefined => {
  const short = name.replace(/(Message)?(Chunk)?$/, '').toLowerCase()
  return Object.hasOwn(KINDS, short) ? KINDS[short] : undefined
}

interface LangChainMessage {
  kind: string
  fields: Fields
}

/** The fields with their content, which messages that were made of standard blocks write under another name. */
const written = (fields: Fields): Fields =>
  fields.content === undefined && fields.content_blocks !== undefined
    ? { ...fields, content: fields.content_blocks }
    : fields

function typed(message: Fields): string | undefined {
  const getType = message.getType ?? message._getType
  if (typeof getType === 'function') return kindOf(String(getType.call(message)))
  if (typeof message.type === 'string') return kindOf(message.type)
  return typeof message.role === 'string' ? kindOf(message.role) : undefined
}

/** Reads a message: an instance of a message class, any of its serialised forms, or one with a `role`. */
export function langChainMessage(value: unknown): LangChainMessage | undefined {
  if (!isFields(value)) return undefined
  if (value.type === 'constructor' && Array.isArray(value.id)) {
    const kind = kindOf(String(value.id.at(-1)))
    return kind === undefined || !isFields(value.kwargs) ? undefined : { kind, fields: written(value.kwargs) }
  }
  const kind = typed(value)
  if (kind === undefined) return undefined
  return { kind, fields: written(isFields(value.data) && value.content === undefined ? value.data : value) }
}

const CALL_FIELDS = ['tool_calls', 'invalid_tool_calls', 'tool_call_id', 'tool_call_chunks']

/** Content that stands for a call, which LangChain repeats in `tool_calls`. */
const HIDDEN = ['tool_use', 'tool_call', 'function_call', 'functionCall']

/** Whether calls have the form of LangChain, with `args` beside the name. */
const areCalls = (calls: unknown): boolean =>
  isAbsent(calls) || (Array.isArray(calls) && calls.every((call) => isFields(call) && 'args' in call))

function fits(item: unknown): boolean {
  const message = langChainMessage(item)
  if (message === undefined || !isFields(item)) return false
  const { fields } = message
  const { tool_calls: calls, invalid_tool_calls: invalid } = fields
  if (!areCalls(calls) || !(isAbsent(invalid) || Array.isArray(invalid))) return false
  if (item.role !== undefined && item.type === undefined) {
    return hasParts(item.content, ['text', 'image_url']) && !hidesCalls(item, CALL_FIELDS)
  }
  return message.kind === 'remove' || 'content' in fields
}

/**
 * What a tool gave back. The content is what the model saw; where that is only words and the tool kept an object
 * as its artifact, the object is the result.
 */
function answerOf({ content, artifact }: Fields): unknown {
  const answer = answerIn(content)
  const isWords = typeof answer === 'string' && typeof parseText(answer) === 'string'
  return isWords && isFields(artifact) ? artifact : (answer ?? null)
}

function addAssistant(conversation: Conversation, fields: Fields): void {
  conversation.turn(fields.usage_metadata)
  conversation.say(textField(fields, 'text') ?? saidIn(fields.content))
  const calls = listField(fields, 'tool_calls')
  const invalid = listField(fields, 'invalid_tool_calls')
  for (const { id, name, args } of calls) conversation.call({ id, name, arguments: args })
  for (const { id, name, args, error } of invalid) {
    const problem = typeof error === 'string' && error !== '' ? error : 'the arguments are not JSON'
    conversation.call({ id, name: name ?? '', arguments: args, problem })
  }
  const hidden = listField(fields, 'content').find(({ type }) => HIDDEN.includes(type as string))
  if (calls.length + invalid.length === 0 && hidden !== undefined)
    throw new ImportProblem(`an AI message has ${hidden.type} content without matching tool_calls.`)
  // Messages of before LangChain had calls of its own.
  if (calls.length + invalid.length === 0 && isFields(fields.additional_kwargs))
    addChatCalls(conversation, fields.additional_kwargs)
}

function add(conversation: Conversation, item: Fields): void {
  const { kind, fields } = langChainMessage(item) as LangChainMessage
  if (kind === 'ai') addAssistant(conversation, fields)
  else if (kind === 'tool' || kind === 'function') {
    const isFailure = fields.status === 'error'
    const given = isFailure ? fields.content : answerOf(fields)
    conversation.gave(fields.tool_call_id, given, isFailure, fields.name)
  }
}

/** Messages of LangChain and LangGraph: instances, and what becomes of them in JSON. */
export const langChain = messageFormat('langchain', fits, add)
