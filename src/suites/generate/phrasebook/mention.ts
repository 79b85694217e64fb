import { isObject, isScalar, type Json } from '../../../shared/json.ts'

/** Names that read well without quotation marks: one word of letters and digits, but no small one like "it" or "no". */
const PLAIN_NAME = /^(?!\p{Ll}{1,2}$)[\p{L}\p{N}]+$/u

/** A text as a prompt states it, word for word, in marks that it does not hold itself. */
function quoteText(text: string): string {
  const mark = ['"', '`', "'"].find((candidate) => !text.includes(candidate))
  return mark === undefined ? `\n~~~\n${text}\n~~~\n` : `${mark}${text}${mark}`
}

/**
 * A value as a request states it: numbers bare, names of one word bare, other texts quoted, lists of scalars item by
 * item, records as JSON. Nothing is cut.
 */
export function formatMention(value: Json): string {
  if (typeof value === 'string') return PLAIN_NAME.test(value) ? value : quoteText(value)
  if (Array.isArray(value) && value.length > 0 && value.every(isScalar)) {
    return value.map((item) => (typeof item === 'string' ? quoteText(item) : String(item))).join(', ')
  }
  if (Array.isArray(value) || isObject(value)) return quoteText(JSON.stringify(value))
  return String(value)
}

/** A thing by its id: `order 4711`; an id that begins with the noun says it: `destination account-7`. */
export function formatThingMention(noun: string, id: Json): string {
  const text = String(id)
  const plain = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(text) ? text : formatMention(id)
  const words = noun.split(' ')
  // What the id begins with: the last words of the noun, as `directdebit-7` of a direct debit.
  const at = words.findIndex((_, i) => text.startsWith(`${words.slice(i).join('')}-`))
  return [...(at < 0 ? words : words.slice(0, at)), plain].join(' ')
}

/** A value as a request over imported tools states it: dates and names bare. */
export const formatPlainMention = (value: Json): string =>
  /^(?:\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?|\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)*)$/u.test(String(value))
    ? String(value)
    : formatMention(value)
