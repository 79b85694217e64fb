import type { Json } from '../shared/json.ts'
import { numberOf, numbersEqual } from './equality.ts'

const NUMBER = /(?<![\p{L}\p{N}_.])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_]|\.\d|,\d{3})/gu

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text occurs in another as a whole token: not as a part of a longer word or number. */
function occursAsToken(needle: string, haystack: string): boolean {
  const before = /^[\p{L}\p{N}_]/u.test(needle) ? '(?<![\\p{L}\\p{N}_])' : ''
  const after = /[\p{L}\p{N}_]$/u.test(needle) ? '(?![\\p{L}\\p{N}_])' : ''
  return new RegExp(`${before}${escapeForRegExp(needle)}${after}`, 'u').test(haystack)
}

/** Numbers that a text writes as whole tokens: 26 is neither in 126 nor in 26.5. */
const numbersIn = (text: string): number[] =>
  (text.match(NUMBER) ?? []).map((token) => numberOf(token.replace(/^\+/, ''))).filter((x) => x !== undefined)

/** Whether a text carries a scalar as a whole token. */
export function carries(text: string, value: Json): boolean {
  if (typeof value === 'number') {
    // A minus that joins a word to a number ("step-3") is a hyphen, so the magnitude is looked for as well.
    return numbersIn(text).some(
      (x) => numbersEqual(value, x) || (value >= 0 && numbersEqual(value, Math.abs(x))),
    )
  }
  if (typeof value === 'boolean') return occursAsToken(String(value), text.toLowerCase())
  if (typeof value !== 'string') return false
  const needle = value.normalize('NFC').trim()
  return needle !== '' && occursAsToken(needle, text.normalize('NFC'))
}

const CLAIM =
  /https?:\/\/[^\s<>"')\]}]+|[\w.+-]+@[\w-]+\.[\w.-]+|(?<![\p{L}\p{N}_])(?=[\p{L}\p{N}_-]*\d)[\p{L}\p{N}_]+(?:[-.,:/][\p{L}\p{N}_]+)*/gu

/** Tokens that look like facts: numbers, ids, dates, URLs, e-mail addresses. */
export const claimsIn = (text: string): string[] =>
  (text.match(CLAIM) ?? []).map((token) => token.replace(/[.,:;]+$/, ''))
