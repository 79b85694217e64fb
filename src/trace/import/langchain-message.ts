import { type Fields, isFields } from './fields.ts'

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

/** A message of LangChain: what kind it is, and where its fields are. */
export interface LangChainMessage {
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
