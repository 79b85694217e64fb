import { append } from '@hyperjump/json-pointer'
import { type Json, mapChildren } from '../json.ts'
import { PyFloat, type PyJson } from './json.ts'
import { strip } from './text.ts'

/** Value of a decimal digit of any script. Unicode lays out ten in a row, from zero up. */
export function readDigitValue(digit: string): number {
  const code = digit.codePointAt(0) as number
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  // The mathematical digits are five such rows without a gap.
  return (code - zero) % 10
}

/** The text with the decimal digits of every script as 0 to 9. */
export function convertToAsciiDigits(text: string): string {
  const values = new Map<string, string>()
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const known = values.get(digit) ?? String(readDigitValue(digit))
    values.set(digit, known)
    return known
  })
}

const DIGITS = '\\p{Nd}+(?:_\\p{Nd}+)*'
const FLOAT = new RegExp(
  `^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?$`,
  'u',
)
const NOT_FINITE = /^([+-]?)(inf(?:inity)?|nan)$/i

/** Python's `float(value)`: takes numbers, booleans and number texts; undefined for anything else. */
export function toFloat(value: Json): number | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string') return undefined
  const text = strip(value)
  if (FLOAT.test(text)) return Number(convertToAsciiDigits(text.replaceAll('_', '')))
  const [, sign, word = ''] = NOT_FINITE.exec(text) ?? []
  if (word === '') return undefined
  if (word.toLowerCase() === 'nan') return Number.NaN
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

export function markFloats(value: Json, floats: ReadonlySet<string>, pointer: string): PyJson {
  if (floats.size === 0) return value
  if (typeof value === 'number') return floats.has(pointer) ? new PyFloat(value) : value
  return mapChildren(value, (item, key) => markFloats(item, floats, append(key, pointer)) as Json)
}
