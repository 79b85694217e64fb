import { isFields } from './fields.ts'

/** Text of one part of a message, or undefined where the part carries something else. */
function partText(part: unknown): string | undefined {
  if (typeof part === 'string') return part
  if (!isFields(part)) return undefined
  if (part.type === 'refusal') return typeof part.refusal === 'string' ? part.refusal : undefined
  const isText =
    part.type === undefined || ['text', 'input_text', 'output_text'].includes(part.type as string)
  return isText && typeof part.text === 'string' ? part.text : undefined
}

/** What a message says: a string as it stands, of parts the texts. */
export function saidIn(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => partText(part) ?? '').join('') : ''
}

/** What a tool answered: parts that are all text become that text, anything else stays what it is. */
export function answerIn(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0) return content
  const texts = content.map((part) => (isFields(part) ? partText(part) : undefined))
  return texts.every((text) => text !== undefined) ? texts.join('') : content
}

/** Whether content is absent, a string, or parts of the given types. */
export const hasParts = (content: unknown, types: readonly string[]): boolean =>
  content === undefined ||
  content === null ||
  typeof content === 'string' ||
  (Array.isArray(content) && content.every((part) => isFields(part) && types.includes(part.type as string)))
