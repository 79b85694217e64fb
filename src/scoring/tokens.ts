import type { Json } from '../shared/json.ts'
import { numberOf, numbersEqual } from './equality.ts'

const NUMBER =
  /(?<![\p{L}\p{N}_.])[-+\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_]|\.\d|,\d{3})/gu

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text occurs in another as a whole token: not as a part of a longer word or number. */
function occursAsToken(needle: string, haystack: string): boolean {
  if (!haystack.includes(needle)) return false
  const before = /^[\p{L}\p{N}_]/u.test(needle)
    ? `(?<![\\p{L}\\p{N}_]${/^\d/.test(needle) ? '|\\d\\.' : ''})`
    : ''
  const after = /[\p{L}\p{N}_]$/u.test(needle)
    ? `(?![\\p{L}\\p{N}_]${/\d$/.test(needle) ? '|\\.\\d|,\\d{3}(?!\\d)' : ''})`
    : ''
  return new RegExp(`${before}${escapeForRegExp(needle)}${after}`, 'u').test(haystack)
}

type Written = { value: number; written: string }

/** The numbers of the text that was looked at last: it is often held against many values. */
let last: { text: string; numbers: readonly Written[] } = { text: '', numbers: [] }

/** Numbers that a text writes as whole tokens, and how: 26 is neither in 126 nor in 26.5. */
export function numbersIn(text: string): readonly Written[] {
  if (text === last.text) return last.numbers
  const numbers = (text.match(NUMBER) ?? []).flatMap((token) => {
    const written = token.replace('\u2212', '-').replace(/^\+/, '')
    const value = numberOf(written)
    return value === undefined ? [] : [{ value, written }]
  })
  last = { text, numbers }
  return numbers
}

/** Whether a text carries a scalar as a whole token. */
export function carries(text: string, value: Json): boolean {
  if (typeof value === 'number') {
    return numbersIn(text).some((number) => numbersEqual(value, number.value, number.written))
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
