import { round } from '../python/number.ts'
import { DATE_LIKE, NAME_LIKE, SEMANTIC_KEY } from '../schema/semantic.ts'
import type { Json } from '../shared/json.ts'
import { parseJson } from '../shared/parse-json.ts'
import { dateOf, instantOf } from './dates.ts'

/** What the schema says about a leaf: its JSON type and, where declared, its meaning. */
export interface LeafType {
  type: string | undefined
  semantic: string | undefined
}

/** The part of a JSON Schema that judging reads. */
export type LeafSchema = {
  type?: string
  description?: string
  properties?: Record<string, LeafSchema>
  items?: LeafSchema
  required?: readonly string[]
  default?: Json
  enum?: Json[]
  minimum?: number
  maximum?: number
  [SEMANTIC_KEY]?: string
}

export const leafTypeOf = (schema: LeafSchema | undefined): LeafType => ({
  type: schema?.type,
  semantic: schema?.[SEMANTIC_KEY],
})

/** Decimals that a number is written with. */
const decimalsOf = (written: string): number => {
  const [mantissa = '', exponent = '0'] = written.split(/e/i)
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

const significantDigits = (written: string): number =>
  written.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length

const ABSOLUTE = 1e-9
const RELATIVE = 1e-6
const COARSE = 1e-3
const MIN_SIGNIFICANT = 4

/** Equality of a number with a literal: integers exact, others within max(1e-9, 1e-6 of the expected). */
function isNumber(expected: number, actual: number): boolean {
  const distance = Math.abs(actual - expected)
  return (
    distance <= (Number.isInteger(expected) ? ABSOLUTE : Math.max(ABSOLUTE, RELATIVE * Math.abs(expected)))
  )
}

/** The farthest that a number which flowed may be from one that is equal to it by {@link numbersEqual}, or a little more. */
export const reachOf = (actual: number): number =>
  Math.max(ABSOLUTE, 2 * RELATIVE * Math.abs(actual), 10 ** -decimalsOf(String(actual)))

/**
 * Equality of a number with one that flowed: as with a literal, or the expected value rounded to the actual one's
 * decimals with at least four significant digits kept.
 *
 * @param written How the actual one is written in a text: 615.20 shows two decimals, as a number it has one.
 */
export function numbersEqual(expected: number, actual: number, written?: string): boolean {
  if (expected === actual) return true
  const distance = Math.abs(actual - expected)
  // A figure too large to be held is near to none.
  if (!Number.isFinite(distance)) return false
  // Four digits kept are right to half a thousandth: whatever is farther off needs no closer look.
  if (distance > ABSOLUTE && distance > COARSE * Math.max(Math.abs(expected), Math.abs(actual))) return false
  if (Number.isInteger(expected)) return distance <= ABSOLUTE && !Number.isInteger(actual)
  if (distance <= Math.max(ABSOLUTE, RELATIVE * Math.abs(expected))) return true
  const text = written ?? String(actual)
  const decimals = decimalsOf(text)
  // A number is rounded by half a unit of its last decimal at most.
  if (decimals > 15 || distance > 10 ** -decimals || significantDigits(text) < MIN_SIGNIFICANT) return false
  return round(expected, decimals) === actual || Number(expected.toFixed(decimals)) === actual
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins there.
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** A text in the form that strings are compared in. */
export const plainText = (text: string): string => (isAscii(text) ? text : text.normalize('NFC')).trim()
/** A text in the form that names are compared in: without case and blanks. */
export const nameForm = (text: string): string => plainText(text).toLowerCase().replace(/\s+/gu, '')

const NUMBER_TEXT = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** The number that a text writes in digits, thousands separators allowed. */
export function numberOf(text: string): number | undefined {
  const trimmed = text.trim()
  return NUMBER_TEXT.test(trimmed) ? Number(trimmed.replaceAll(',', '')) : undefined
}

/** Equality of leaves by the type that the tool's schema declares, apart from how near numbers have to be. */
function sameLeaf(
  expected: Json,
  actual: Json,
  { type, semantic }: LeafType,
  sameNumber: typeof numbersEqual,
): boolean {
  if (typeof expected === 'number' && typeof actual === 'number') return sameNumber(expected, actual)
  const numeric = type === 'number' || type === 'integer'
  if (typeof expected === 'string' && typeof actual === 'string') {
    if (expected === actual || plainText(expected) === plainText(actual)) return true
    if (NAME_LIKE.has(semantic ?? '')) return nameForm(expected) === nameForm(actual)
    if (DATE_LIKE.has(semantic ?? '')) {
      const [one, other] = [dateOf(expected), dateOf(actual)]
      return one !== undefined && other !== undefined && instantOf(one) === instantOf(other)
    }
  }
  if (numeric) {
    const [e, a] = [expected, actual].map((value) =>
      typeof value === 'string' ? numberOf(value) : typeof value === 'number' ? value : undefined,
    )
    const written = typeof actual === 'string' ? actual.trim() : undefined
    return e !== undefined && a !== undefined && sameNumber(e, a, written)
  }
  return expected === actual
}

/**
 * Equality of a graded leaf with a literal, by the type that the tool's schema declares. Nothing is rounded: a task
 * says its figures as it wants them.
 */
export const leavesEqual = (expected: Json, actual: Json, type: LeafType): boolean =>
  sameLeaf(expected, actual, type, isNumber)

const CURRENCY = /^(?:[$€£¥₹₩]|[A-Z]{3}\b)\s*|\s*(?:[$€£¥₹₩]|\b[A-Z]{3})$/g

/** How a text begins that may be an amount. */
const AMOUNT_FIRST = /^(?:[-+$€£¥₹₩\d]|[A-Z]{3})/

/** The number in a text once a currency sign or code, or a percent sign, is taken off, and how it is written. */
function amountOf(text: string): { value: number; written: string; mark: string } | undefined {
  const trimmed = text.trim()
  if (!AMOUNT_FIRST.test(trimmed)) return undefined
  const written = trimmed.replace(CURRENCY, '').replace(/\s*%$/, '')
  const value = numberOf(written)
  if (value === undefined) return undefined
  return { value, written, mark: trimmed.replace(written, '').trim() }
}

/** The number that a text gives, a sign or code of a currency or a percent sign beside it or not. */
export const figureIn = (text: string): number | undefined => amountOf(text)?.value

/** A figure as text without separators and without zeros that add nothing. */
const digitsOf = (written: string): string =>
  written
    .replaceAll(',', '')
    .replace(/^\+/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

const LONGEST_FIGURE = 40

/** Whether two texts are one figure, with or without separators, trailing zeros and the sign of a unit. */
function sameFigure(flowed: string, actual: string): boolean {
  if (flowed.length > LONGEST_FIGURE || actual.length > LONGEST_FIGURE) return false
  const [one, other] = [amountOf(flowed), amountOf(actual)]
  if (one === undefined || other === undefined || digitsOf(one.written) !== digitsOf(other.written))
    return false
  return one.mark === other.mark || one.mark === '' || other.mark === ''
}

/**
 * Whether `actual` is the flowed value, perhaps in another lossless form: number or text, separators,
 * trailing zeros, currency or percent sign, date form, case of a name, JSON text of the same value.
 */
export function sameValue(flowed: Json, actual: Json, type: LeafType): boolean {
  if (sameLeaf(flowed, actual, type, numbersEqual)) return true
  if (typeof actual === 'string') {
    if (typeof flowed === 'number') {
      const amount = amountOf(actual)
      return amount !== undefined && numbersEqual(flowed, amount.value, amount.written)
    }
    if (typeof flowed === 'boolean') return actual.trim().toLowerCase() === String(flowed)
    if (typeof flowed === 'string') return sameFigure(flowed, actual)
  }
  if (typeof actual === 'number' && typeof flowed === 'string') {
    const amount = amountOf(flowed)
    return amount !== undefined && numbersEqual(amount.value, actual)
  }
  return false
}

/** Structural equality of JSON values with {@link sameValue} at the leaves; key order does not matter. */
function sameStructure(flowed: Json, actual: Json): boolean {
  if (Array.isArray(flowed)) {
    return (
      Array.isArray(actual) &&
      actual.length === flowed.length &&
      flowed.every((item, i) => sameStructure(item, actual[i] as Json))
    )
  }
  if (typeof flowed === 'object' && flowed !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false
    const keys = Object.keys(flowed)
    return (
      keys.length === Object.keys(actual).length &&
      keys.every(
        (key) => Object.hasOwn(actual, key) && sameStructure(flowed[key] as Json, actual[key] as Json),
      )
    )
  }
  return sameLeaf(flowed, actual, { type: undefined, semantic: undefined }, numbersEqual)
}

/** How the JSON text of an array or object begins. */
const OPENING = /^[\t\n\r ]*[[{]/

/** Whether a text is the JSON text of a value. */
export function isJsonTextOf(flowed: Json, actual: Json): boolean {
  if (typeof actual !== 'string' || typeof flowed !== 'object' || flowed === null) return false
  if (!OPENING.test(actual)) return false
  try {
    return sameStructure(flowed, parseJson(actual))
  } catch {
    return false
  }
}
