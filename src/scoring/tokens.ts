import type { Json } from '../shared/json.ts'
import { isCurrency } from '../shared/units.ts'
import { areNumbersEqual, parseNumber } from '../tasks/equality.ts'

/** A comma after a fraction separates; after a whole number it may be one of thousands. Letters before it may be a currency. */
const NUMBER =
  /(?<![\p{L}\p{N}_.])(?<before>\p{L}{2,3})?(?<written>[-+\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+(?![\p{L}\p{N}_]|\.\d)|(?![\p{L}\p{N}_]|\.\d|,\d{3})))/gu

/** A JSON list of numbers: its commas separate, whatever stands between them. */
const NUMBER_LIST = /\[-?\d[\d.,eE+-]*\]/g

const WORD_FIRST = /^[\p{L}\p{N}_]/u
const WORD_LAST = /[\p{L}\p{N}_]$/u
const DIGIT_FIRST = /^\d/
const DIGIT_LAST = /\d$/
const FRACTION_BEFORE = /\d\.$/
const DIGITS_AFTER = /^(?:\.\d|,\d{3}(?!\d))/
const LETTERS_BEFORE = /(?:^|[^\p{L}\p{N}_])(\p{L}{2,3})$/u
/** Characters around an occurrence that its boundaries look at. */
const AROUND = 5

/** Where a text stands in another as a whole token: not as a part of a longer word or number. */
export function findTokenPlaces(needle: string, haystack: string, most = Number.POSITIVE_INFINITY): number[] {
  let at = haystack.indexOf(needle)
  if (at < 0 || needle === '') return []
  const startsWord = WORD_FIRST.test(needle)
  const endsWord = WORD_LAST.test(needle)
  const startsNumber = DIGIT_FIRST.test(needle)
  const endsNumber = DIGIT_LAST.test(needle)
  const places: number[] = []
  for (; at >= 0 && places.length < most; at = haystack.indexOf(needle, at + 1)) {
    const end = at + needle.length
    const before = haystack.slice(Math.max(0, at - AROUND), at)
    const after = haystack.slice(end, end + AROUND)
    const isCut =
      (startsWord &&
        WORD_LAST.test(before) &&
        !(startsNumber && isCurrency(LETTERS_BEFORE.exec(before)?.[1] ?? ''))) ||
      (startsNumber && FRACTION_BEFORE.test(before)) ||
      (endsWord && WORD_FIRST.test(after)) ||
      (endsNumber && DIGITS_AFTER.test(after))
    if (!isCut) places.push(at)
  }
  return places
}

const occursAsToken = (needle: string, haystack: string): boolean =>
  findTokenPlaces(needle, haystack, 1).length > 0

type Written = { value: number; written: string }

/** The numbers of the text that was looked at last: it is often held against many values. */
let last: { text: string; numbers: readonly Written[] } = { text: '', numbers: [] }

/** Numbers that a text writes as whole tokens, and how: 26 is neither in 126 nor in 26.5. */
export function findNumbers(text: string): readonly Written[] {
  if (text === last.text) return last.numbers
  const listed = (text.match(NUMBER_LIST) ?? []).flatMap((list) => list.slice(1, -1).split(','))
  const tokens = [...text.matchAll(NUMBER)].flatMap(({ groups = {} }) =>
    groups.before === undefined || isCurrency(groups.before) ? (groups.written ?? []) : [],
  )
  const numbers = [...tokens, ...listed].flatMap((token) => {
    const written = token.replace('\u2212', '-').replace(/^\+/, '')
    const value = parseNumber(written)
    return value === undefined ? [] : [{ value, written }]
  })
  last = { text, numbers }
  return numbers
}

/** Whether a text carries a scalar as a whole token; a text may stand there as JSON writes it, with its marks escaped. */
export function carries(text: string, value: Json): boolean {
  if (typeof value === 'number') {
    return findNumbers(text).some((number) => areNumbersEqual(value, number.value))
  }
  if (typeof value === 'boolean') return occursAsToken(String(value), text.toLowerCase())
  if (typeof value !== 'string') return false
  const needle = value.normalize('NFC').trim()
  if (needle === '') return false
  const haystack = text.normalize('NFC')
  if (occursAsToken(needle, haystack)) return true
  const escaped = JSON.stringify(needle).slice(1, -1)
  return escaped !== needle && occursAsToken(escaped, haystack)
}
