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
  SAY,
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
  readFields,
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

function readKind(message: Fields): string | undefined {
  const getType = message.getType ?? message._getType
  if (typeof getType === 'function') return normalizeKind(String(getType.call(message)))
  if (message.type === 'constructor' && Array.isArray(message.id))
    return normalizeKind(String(message.id.at(-1)))
  const name = typeof message.type === 'string' ? message.type : message.role
  return typeof name === 'string' ? normalizeKind(name) : undefined
}

/** Reads a message: an instance of a message class, any of its serialised forms, or one with a `role`. */
export function readLangChainMessage(value: unknown): { kind: string; fields: Fields } | undefined {
  if (!isFields(value)) return undefined
  const kind = readKind(value)
  const { type, id, kwargs, data } = value
  const isShort = isFields(data) && value.content === undefined
  const fields = type === 'constructor' && Array.isArray(id) ? kwargs : isShort ? data : value
  if (kind === undefined || !isFields(fields)) return undefined
  // Messages that were made of standard blocks have their content under another name.
  const isOfBlocks = fields.content === undefined && fields.content_blocks !== undefined
  return { kind, fields: isOfBlocks ? { ...fields, content: fields.content_blocks } : fields }
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
 * What a tool kept as its artifact; undefined for nothing. Of the parts that the adapter of MCP lists there, which may
 * be none, it is the structured content.
 */
export function readArtifact(artifact: unknown): unknown {
  if (!Array.isArray(artifact)) return artifact ?? undefined
  const isPart = (part: unknown): part is Fields => isFields(part) && typeof part.type === 'string'
  return artifact.every(isPart)
    ? artifact.find(({ type }) => type === 'mcp_structured_content')?.data
    : artifact
}

/**
 * What a tool gave back. The content is what the model saw; where that is only words, or empty, and the tool kept an
 * object as its artifact, the object is the result.
 */
export function readAnswer({ content, artifact, status }: Fields): unknown {
  if (status === 'error') return content
  const answer = parseAnswer(content)
  const isWord = (one: unknown): boolean => typeof one === 'string' && typeof parseText(one) === 'string'
  const kept = readArtifact(artifact)
  return [answer].flat().every(isWord) && isFields(kept) ? kept : answer
}

/** Content that stands for a call, which LangChain repeats in `tool_calls`. */
const HIDDEN = ['tool_use', 'tool_call', 'function_call', 'functionCall']

/** Calls of before LangChain had its own. Throws where the content has some that are nowhere else. */
function findOlderCalls({ fields }: Fields): unknown {
  const message = readFields(fields)
  if (['tool_calls', 'invalid_tool_calls'].some((name) => listField(message, name).length > 0))
    return undefined
  const hidden = listField(message, 'content').find(({ type }) => HIDDEN.includes(type as string))
  if (hidden === undefined) return readFields(message.additional_kwargs)
  throw new ImportProblem(`an AI message has ${hidden.type} content without matching tool_calls.`)
}

const badCall: Piece = {
  ...CALL,
  name: ({ name }) => name ?? '',
  problem: (bad) => readTextField(bad, 'error') ?? 'the arguments are not JSON',
}

/** Parts of a message: text, and calls of tools that the provider ran, which stand nowhere else. */
const PARTS: Record<string, Piece> = {
  text: SAY,
  ...declareEach('*_tool_use server_tool_call', CALL),
  ...declareEach('*_tool_result server_tool_call_result', ANSWER),
  '*': {},
}

/** Items of OpenAI's hosted tools, which LangChain keeps beside the content, or as parts that it does not know. */
function listHostedItems({ fields }: Fields): Fields[] {
  const message = readFields(fields)
  const parts = listField(message, 'content')
  const unknown = parts.filter(({ type }) => type === 'non_standard').map(({ value }) => value)
  const items = [
    ...listField(readFields(message.additional_kwargs), 'tool_outputs'),
    ...unknown.filter(isFields),
  ]
  const read = parts.filter(({ type }) => type === 'server_tool_call').map(({ id }) => id)
  return items.filter(
    ({ type, id }) => /_call$|^mcp_approval_request$/.test(String(type)) && !read.includes(id),
  )
}

/** Calls that a graph stopped before, in order to ask a person. */
const listWithheldCalls = ({ fields }: Fields): Fields[] =>
  [readFields(fields).value]
    .flat()
    .filter(isFields)
    .flatMap((asked) => [
      ...listField(asked, 'actionRequests'),
      ...listField(asked, 'action_requests'),
      ...[asked.action_request].filter(isFields),
    ])

const TABLE: PieceKinds = {
  by: 'kind',
  kinds: {
    ai: {
      turn: 'always',
      usage: 'fields/usage_metadata',
      lists: [
        { at: listHostedItems, ...RESPONSE_ITEMS },
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
      lists: [declareSeveral(listWithheldCalls, { name: 'name action', refusal: () => NOT_APPROVED })],
    },
    '*': {},
  },
}

/** Messages of LangChain and LangGraph: instances, and what becomes of them in JSON. */
export const langChain: ListFormat = {
  name: 'langchain',
  fits,
  read: (list, usage, said) =>
    readMessages(
      list.flatMap((message) => readLangChainMessage(message) ?? []),
      TABLE,
      usage,
      said,
    ),
}
