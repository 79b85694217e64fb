import { DATE_LIKE, NAME_LIKE, PATH_LIKE, SEMANTIC_KEY, SET_KEY, URL_LIKE } from '../schema/semantic.ts'
import { type Json, stringifyStably } from '../shared/json.ts'
import { parseJson } from '../shared/parse-json.ts'
import { parsePlainAmount } from './amount.ts'
import { areSameMoment, dateOf, isoMomentOf } from './dates.ts'

/** What is known of a leaf: its JSON type, its meaning where the schema declares one, and how far it may be rounded. */
export interface LeafType {
  type: string | undefined
  semantic: string | undefined
  /** Significant digits that a bound number must keep; left out where it is exact. */
  digits?: number | undefined
}

export const UNTYPED: LeafType = { type: undefined, semantic: undefined }

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
  format?: string
  uniqueItems?: boolean
  [SEMANTIC_KEY]?: string
  [SET_KEY]?: boolean
}

export const readLeafType = (schema: LeafSchema | undefined): LeafType => ({
  type: schema?.type,
  semantic: schema?.[SEMANTIC_KEY] ?? (schema?.format === 'uri' ? 'url' : undefined),
})

/** Whether the order of a list does not count. */
export const isSet = (schema: LeafSchema | undefined): boolean =>
  schema?.uniqueItems === true || schema?.[SET_KEY] === true

const TOLERANCE = 1e-9

/** Equality of numbers: integers exact, others within 1e-9 of the expected one. */
export function areNumbersEqual(expected: number, actual: number): boolean {
  const scale = Number.isInteger(expected) ? 1 : Math.max(1, Math.abs(expected))
  return expected === actual || Math.abs(actual - expected) <= TOLERANCE * scale
}

/** The farthest that a number may be from one that it is equal to by {@link areNumbersEqual}, or a little more. */
export const computeReach = (actual: number): number => 2 * TOLERANCE * Math.max(1, Math.abs(actual))

/** Digits of a number beyond which rounding changes nothing. */
const MAX_DIGITS = 17

/** Whether a number is another one correctly rounded to this many significant digits or more; a tie goes either way. */
export function isRoundedTo(expected: number, actual: number, digits: number): boolean {
  if (expected === 0 || !Number.isFinite(expected)) return areNumbersEqual(expected, actual)
  const magnitude = Math.floor(Math.log10(Math.abs(expected)))
  for (let kept = digits; kept <= MAX_DIGITS; kept++) {
    const unit = 10 ** (magnitude - kept + 1)
    // With more digits the numbers would have to be nearer still.
    if (Math.abs(actual - expected) > (unit / 2) * (1 + TOLERANCE)) return false
    const rounded = Number((Math.round(actual / unit) * unit).toPrecision(MAX_DIGITS))
    if (areNumbersEqual(rounded, actual)) return true
  }
  return false
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins there.
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

export const normalizeText = (text: string): string => (isAscii(text) ? text : text.normalize('NFC')).trim()
/** A text in the form that names are compared in: without case and blanks. */
export const nameForm = (text: string): string => normalizeText(text).toLowerCase().replace(/\s+/gu, '')

/** The words that are searched for, without case. */
const queryForm = (text: string): string => normalizeText(text).toLowerCase().replace(/\s+/gu, ' ')

/** An address as a browser writes it, without a slash at the end of its path. */
function normalizeUrl(text: string): string {
  const written = normalizeText(text)
  if (!URL.canParse(written)) return written
  const url = new URL(written)
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url.href
}

/** A path without a slash at its end; that of a file, which has a dot in its last name, as it is. */
const normalizeFolder = (text: string): string => normalizeText(text).replace(/(?<=\/[^/.]+)\/+$/, '')

/** Puts texts of a meaning into the form that they are compared in. */
export function findTextForm(semantic = ''): (text: string) => string {
  if (NAME_LIKE.has(semantic)) return nameForm
  if (semantic === 'query') return queryForm
  if (URL_LIKE.has(semantic)) return normalizeUrl
  return PATH_LIKE.has(semantic) ? normalizeFolder : normalizeText
}

const NUMBER_TEXT = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?$/i

export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim()
  return NUMBER_TEXT.test(trimmed) ? Number(trimmed.replaceAll(',', '')) : undefined
}

const isSameNumber = (expected: number, actual: number, digits: number | undefined): boolean =>
  areNumbersEqual(expected, actual) || (digits !== undefined && isRoundedTo(expected, actual, digits))

/** Equality of a graded leaf with the expected one, by the type that the tool's schema declares. */
export function leavesEqual(expected: Json, actual: Json, { type, semantic, digits }: LeafType): boolean {
  if (typeof expected === 'number' && typeof actual === 'number')
    return isSameNumber(expected, actual, digits)
  if (typeof expected === 'string' && typeof actual === 'string') {
    const toForm = findTextForm(semantic)
    if (expected === actual || toForm(expected) === toForm(actual)) return true
    if (semantic === undefined || DATE_LIKE.has(semantic)) {
      const [one, other] = [expected, actual].map(semantic === undefined ? isoMomentOf : dateOf)
      if (one !== undefined && other !== undefined) return areSameMoment(one, other)
    }
  }
  if (type === 'number' || type === 'integer') {
    const [e, a] = [expected, actual].map((value) =>
      typeof value === 'string' ? parseNumber(value) : typeof value === 'number' ? value : undefined,
    )
    // Neighbouring integers beyond 2^53 are one number, so their texts decide.
    const areTexts = typeof expected === 'string' && typeof actual === 'string'
    if (areTexts && Number.isInteger(e) && !Number.isSafeInteger(e))
      return normalizeDigits(expected) === normalizeDigits(actual)
    return e !== undefined && a !== undefined && isSameNumber(e, a, digits)
  }
  return expected === actual
}

/** Whether a value is the default that a schema declares, as a call may write it. */
export const isDefault = (schema: LeafSchema | undefined, value: Json): boolean =>
  schema?.default !== undefined &&
  (leavesEqual(schema.default, value, readLeafType(schema)) ||
    stringifyStably(schema.default) === stringifyStably(value))

/** The number that a text gives, a sign, code or name of a currency or a percent sign beside it or not. */
export const numberIn = (text: string): number | undefined => parsePlainAmount(text)?.value

/** A number as text without separators and without zeros that add nothing. */
const normalizeDigits = (written: string): string =>
  written
    .replaceAll(',', '')
    .replace(/^\+/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/** Whether two texts are one number, with or without separators, trailing zeros and the sign of a unit. */
function isSameNumberText(flowed: string, actual: string): boolean {
  const [one, other] = [parsePlainAmount(flowed), parsePlainAmount(actual)]
  if (one === undefined || other === undefined) return false
  if (normalizeDigits(one.digits) !== normalizeDigits(other.digits)) return false
  const [mark, otherMark] = [one.marks.join(), other.marks.join()]
  return mark === otherMark || mark === '' || otherMark === ''
}

/**
 * Whether `actual` is the flowed value, perhaps in another lossless form: number or text, separators,
 * trailing zeros, currency or percent sign, date form, case of a name, JSON text of the same value.
 */
export function isSameValue(flowed: Json, actual: Json, type: LeafType): boolean {
  if (leavesEqual(flowed, actual, type)) return true
  if (typeof actual === 'string') {
    if (typeof flowed === 'number') {
      const number = numberIn(actual)
      return number !== undefined && isSameNumber(flowed, number, type.digits)
    }
    if (typeof flowed === 'boolean') return actual.trim().toLowerCase() === String(flowed)
    if (typeof flowed === 'string') return isSameNumberText(flowed, actual)
  }
  if (typeof actual === 'number' && typeof flowed === 'string') {
    const number = numberIn(flowed)
    return number !== undefined && areNumbersEqual(number, actual)
  }
  return false
}

/** Structural equality of JSON values with {@link isSameValue} at the leaves; key order does not matter. */
function isSameStructure(flowed: Json, actual: Json): boolean {
  if (Array.isArray(flowed)) {
    return (
      Array.isArray(actual) &&
      actual.length === flowed.length &&
      flowed.every((item, i) => isSameStructure(item, actual[i] as Json))
    )
  }
  if (typeof flowed === 'object' && flowed !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false
    const keys = Object.keys(flowed)
    return (
      keys.length === Object.keys(actual).length &&
      keys.every(
        (key) => Object.hasOwn(actual, key) && isSameStructure(flowed[key] as Json, actual[key] as Json),
      )
    )
  }
  return leavesEqual(flowed, actual, UNTYPED)
}

/** How the JSON text of an array or object begins. */
const OPENING = /^[\t\n\r ]*[[{]/

export function isJsonTextOf(flowed: Json, actual: Json): boolean {
  if (typeof actual !== 'string' || typeof flowed !== 'object' || flowed === null) return false
  if (!OPENING.test(actual)) return false
  try {
    return isSameStructure(flowed, parseJson(actual))
  } catch {
    return false
  }
}
