import type { Json } from '../../shared/json.ts'

/** A string of JSON, or a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Digits of a whole number that a double may not hold. */
const MANY_DIGITS = /\d{16}/

/**
 * JSON of a text. Whole numbers that JavaScript would round, such as ids of 64 bits, are texts of their digits, so that two
 * of them stay two.
 *
 * @throws SyntaxError where the text is no JSON
 */
export function exactJson(text: string): Json {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text) as Json
  const exact = text.replace(STRING_OR_NUMBER, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  )
  return JSON.parse(exact) as Json
}
