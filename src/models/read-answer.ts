import { isObject } from '../shared/json.ts'
import { parseJson } from '../shared/parse-json.ts'

export interface ReadAnswer {
  /** The JSON value it holds; undefined where it holds none. */
  readonly value: unknown
  /** Its words, or the arguments of its tool call, as text. */
  readonly text: string
  /** Whether it ends where a length limit cut it off. */
  readonly truncated: boolean
}

/** Names that providers give to the reason why a message ended, and what they say when it was its length. */
const REASON_KEYS = [
  'finish_reason',
  'finishReason',
  'stop_reason',
  'stopReason',
  'done_reason',
  'completion_reason',
]
const CUT_OFF =
  /^(length|model_length|max_tokens|max_output_tokens|model_context_window_exceeded|incomplete)$/i

function isEndedByLength(metadata: unknown): boolean {
  if (!isObject(metadata)) return false
  const details = isObject(metadata.incomplete_details ?? null) ? metadata.incomplete_details : undefined
  const reasons = [
    ...REASON_KEYS.map((key) => metadata[key]),
    metadata.status,
    isObject(details) ? details.reason : undefined,
  ]
  return reasons.some((reason) => typeof reason === 'string' && CUT_OFF.test(reason))
}

/** Whether a text begins a JSON object or array that it does not end, or a string in it. */
function isUnclosed(text: string): boolean {
  const start = text.search(/[[{]/)
  if (start === -1) return false
  let depth = 0
  let quoted = false
  for (let i = start; i < text.length; i++) {
    const char = text[i]
    if (quoted) {
      if (char === '\\') i++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    if (depth === 0) return false
  }
  return true
}

function findJson(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1]
  const outer = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const part of [text, fenced, outer]) {
    if (part === undefined || part.trim() === '') continue
    try {
      return parseJson(part)
    } catch {
      // The next reading may do.
    }
  }
  return undefined
}

function joinTextBlocks(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block: unknown) => (isObject(block) && block.type === 'text' ? String(block.text ?? '') : ''))
    .join('')
}

const readProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const readFirst = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)

/**
 * Reads the JSON value out of a message of a chat model: arguments of its tool call, or JSON in its text,
 * bare, fenced or amid prose. LangChain completes cut off arguments silently, so a message that ended by its
 * length counts as cut off whatever it seems to hold.
 */
export function readModelAnswer(message: unknown): ReadAnswer {
  const cut =
    isEndedByLength(readProperty(message, 'response_metadata')) ||
    isEndedByLength(readProperty(message, 'additional_kwargs'))
  const args = readProperty(readFirst(readProperty(message, 'tool_calls')), 'args')
  if (args !== undefined) return { value: args, text: JSON.stringify(args), truncated: cut }
  const broken = readProperty(readFirst(readProperty(message, 'invalid_tool_calls')), 'args')
  const text = typeof broken === 'string' ? broken : joinTextBlocks(readProperty(message, 'content')).trim()
  const value = findJson(text)
  return { value, text, truncated: cut || (value === undefined && isUnclosed(text)) }
}
