import {
  ANSWER,
  CALL,
  declareEach,
  declareOnly,
  declareSeveral,
  NOT_APPROVED,
  type Piece,
  type PieceKinds,
  readMessages,
} from './message-reader.ts'
import { CHAT_CALLS, RESPONSE_ITEMS } from './message-tables.ts'
import type { ListFormat } from './outcomes.ts'
import {
  type Fields,
  hidesCalls,
  ImportProblem,
  isAbsent,
  isFields,
  listField,
  parseAnswer,
  parseText,
  readTextField,
} from './values.ts'

/** Kinds of messages, as `getType()` and serialised messages name them. */
const KINDS = ['ai', 'human', 'system', 'tool', 'function', 'generic', 'remove', 'interrupt']
const OTHER_NAMES = new Map(
  Object.entries({ assistant: 'ai', user: 'human', developer: 'system', chat: 'generic' }),
)

/** The kind that a class name or a `type` stands for: `AIMessageChunk` and `ai` are both `ai`. */
const normalizeKind = (name: string): string | undefined => {
  const short = name.replace(/(Message)?(Chunk)?$/, '').toLowerCase()
  return KINDS.includes(short) ? short : OTHER_NAMES.get(short)
}

interface LangChainMessage {
  kind: string
  fields: Fields
}

/** The fields with their content, which messages that were made of standard blocks write under another name. */
const useContentBlocks = (fields: Fields): Fields =>
  fields.content === undefined && fields.content_blocks !== undefined
    ? { ...fields, content: fields.content_blocks }
    : fields

function readType(message: Fields): string | undefined {
  const getType = message.getType ?? message._getType
  if (typeof getType === 'function') return normalizeKind(String(getType.call(message)))
  if (typeof message.type === 'string') return normalizeKind(message.type)
  return typeof message.role === 'string' ? normalizeKind(message.role) : undefined
}

/** Reads a message: an instance of a message class, any of its serialised forms, or one with a `role`. */
export function readLangChainMessage(value: unknown): LangChainMessage | undefined {
  if (!isFields(value)) return undefined
  if (value.type === 'constructor' && Array.isArray(value.id)) {
    const kind = normalizeKind(String(value.id.at(-1)))
    return kind === undefined || !isFields(value.kwargs)
      ? undefined
      : { kind, fields: useContentBlocks(value.kwargs) }
  }
  const kind = readType(value)
  if (kind === undefined) return undefined
  return {
    kind,
    fields: useContentBlocks(isFields(value.data) && value.content === undefined ? value.data : value),
  }
}

const CALL_FIELDS = ['tool_calls', 'invalid_tool_calls', 'tool_call_id', 'tool_call_chunks']

const isListOf = (list: unknown, fits: (item: Fields) => boolean): boolean =>
  isAbsent(list) || (Array.isArray(list) && list.every((item) => isFields(item) && fits(item)))

function fits(item: unknown): boolean {
  const message = readLangChainMessage(item)
  if (message === undefined || !isFields(item)) return false
  const { tool_calls: calls, invalid_tool_calls: invalid } = message.fields
  // LangChain's calls have `args` beside the name.
  if (!isListOf(calls, (call) => 'args' in call) || !isListOf(invalid, () => true)) return false
  if (item.role === undefined || item.type !== undefined)
    return ['remove', 'interrupt'].includes(message.kind) || 'content' in message.fields
  const isText = typeof item.content === 'string'
  const isKnown = isText || isListOf(item.content, ({ type }) => type === 'text' || type === 'image_url')
  return isKnown && !hidesCalls(item, CALL_FIELDS)
}

/**
 * What a tool gave back. The content is what the model saw; where that is only words and the tool kept an object
 * as its artifact, the object is the result.
 */
export function readAnswer({ content, artifact, status }: Fields): unknown {
  if (status === 'error') return content
  const answer = parseAnswer(content)
  const isWords = typeof answer === 'string' && typeof parseText(answer) === 'string'
  const isEmpty = Array.isArray(answer) && answer.length === 0
  return (isWords || isEmpty) && isFields(artifact) ? artifact : answer
}

/** Content that stands for a call, which LangChain repeats in `tool_calls`. */
const HIDDEN = ['tool_use', 'tool_call', 'function_call', 'functionCall']

/** Calls of before LangChain had its own. Throws where the content has some that are nowhere else. */
function findOlderCalls({ fields }: Fields): unknown {
  const message = fields as Fields
  if (['tool_calls', 'invalid_tool_calls'].some((name) => listField(message, name).length > 0))
    return undefined
  const hidden = listField(message, 'content').find(({ type }) => HIDDEN.includes(type as string))
  if (hidden === undefined) return isFields(message.additional_kwargs) ? message.additional_kwargs : undefined
  throw new ImportProblem(`an AI message has ${hidden.type} content without matching tool_calls.`)
}

const badCall: Piece = {
  ...CALL,
  name: ({ name }) => name ?? '',
  problem: (bad) => readTextField(bad, 'error') ?? 'the arguments are not JSON',
}
/** Parts of a message: text, and calls of tools that the provider ran, which stand nowhere else. */
const PARTS: Record<string, Piece> = {
  text: { say: 'text' },
  ...declareEach('*_tool_use server_tool_call', CALL),
  ...declareEach('*_tool_result server_tool_call_result', ANSWER),
  '*': {},
}

/** Items of OpenAI's hosted tools, which LangChain keeps beside the content, or as parts that it does not know. */
function hostedItems({ fields }: Fields): Fields[] {
  const { additional_kwargs: more } = fields as Fields
  const parts = listField(fields as Fields, 'content')
  const unknown = parts.flatMap(({ type, value }) =>
    type === 'non_standard' && isFields(value) ? [value] : [],
  )
  const items = [...(isFields(more) ? listField(more, 'tool_outputs') : []), ...unknown]
  const read = new Set(parts.flatMap(({ type, id }) => (type === 'server_tool_call' ? [id] : [])))
  return items.filter(({ type, id }) => /_call$|^mcp_approval_request$/.test(String(type)) && !read.has(id))
}

/** Calls that a graph stopped before, in order to ask a person. */
function withheldCalls({ fields }: Fields): Fields[] {
  const asked = [(fields as Fields).value].flat().filter(isFields)
  return asked.flatMap((one) => [
    ...listField(one, 'actionRequests'),
    ...listField(one, 'action_requests'),
    ...(isFields(one.action_request) ? [one.action_request] : []),
  ])
}

const TABLE: PieceKinds = {
  by: 'kind',
  kinds: {
    ai: {
      turn: 'always',
      usage: 'fields/usage_metadata',
      lists: [
        { at: hostedItems, ...RESPONSE_ITEMS },
        { at: 'fields/content', text: 'said', optional: true, by: 'type', kinds: PARTS },
        declareSeveral('fields/tool_calls', CALL),
        declareSeveral('fields/invalid_tool_calls', badCall),
        declareOnly(findOlderCalls, { lists: CHAT_CALLS }),
      ],
    },
    ...declareEach('tool function', {
      lists: [declareOnly('fields', { ...ANSWER, result: readAnswer })],
    }),
    interrupt: {
      lists: [declareSeveral(withheldCalls, { name: 'name action', refusal: () => NOT_APPROVED })],
    },
    '*': {},
  },
}

/** Messages of LangChain and LangGraph: instances, and what becomes of them in JSON. */
export const langChain: ListFormat = {
  name: 'langchain',
  fits,
  read: (list, usage) =>
    readMessages(
      list.map((message) => ({ ...(readLangChainMessage(message) as LangChainMessage) })),
      TABLE,
      usage,
    ),
}
