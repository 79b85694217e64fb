import { ONES, scaleForms } from '../../shared/english.ts'
import { createPattern, memoizeByString, memoizeOnce } from '../../shared/memoize.ts'
import { findUnits } from '../../shared/units.ts'
import { areNumbersEqual, isRoundedTo } from '../../tasks/equality.ts'

/** Where something stands in a text. */
export interface TextSpan {
  start: number
  end: number
}
export const locateMatch = ({ 0: { length }, index }: RegExpExecArray): TextSpan => ({
  start: index,
  end: index + length,
})

/** Texts that are kept as they were read: one text is held against many values. */
export const CACHED_TEXTS = 256

/** A number that a text writes; `isScaled` where a word such as "million" stands behind it. */
export interface WrittenNumber extends TextSpan {
  value: number
  isScaled?: boolean
}

/** Letters right before digits, which may be a currency: `USD545.5`. */
const BEFORE = String.raw`(?<![\p{L}\p{Nd}_]|\p{Nd}[.,'])(?<before>\p{L}{2,3})?`
const BEHIND = String.raw`(?<exponent>[eE][-+]?\d+(?![\p{L}\p{Nd}]))?(?![eE][-+]?\d|[\p{Nd}_]|[.,']\p{Nd})`
/** A number in digits, and its groups parted by a comma, a point, an apostrophe or a blank. */
const buildNumberPatterns = memoizeOnce(() => {
  const forms = [...scaleForms().keys()].sort((one, other) => other.length - one.length).join('|')
  const behind = String.raw`${BEHIND}(?:(?<gap>[^\S\n]?)(?<scale>${forms})(?![\p{L}\p{Nd}_]))?`
  const digits = [
    String.raw`(?<number>-?\d+)(?:[.,](?<fraction>\d+))?`,
    String.raw`(?<!\p{Nd} )(?<number>-?\d{1,3}(?:(?<mark>[.,' ]|\{,\})\d{3})(?:\k<mark>\d{3})*)(?:[.,](?<fraction>\d+))?`,
  ]
  return digits.map((form) => createPattern(`${BEFORE}${form}${behind}`, 'gu'))
})
const DURATION = /(\d+)\s*h(?:ours?|rs?)?[\s,]*(?:and\s+)?(\d+)\s*m(?:in(?:ute)?s?)?\b/gi
const NUMBER_WORD = createPattern(String.raw`\b(?:${ONES.join('|')})\b`, 'gi')
/** A comma right behind a fraction parts two numbers of a list. */
const LIST_COMMA = /(\.(?:\d{1,2}|\d{4,})),(?=-?\d)/g

function readDigits({ groups = {}, index }: RegExpExecArray): WrittenNumber[] {
  const { before = '', number = '', mark = '', fraction = '0', exponent = '', gap = '', scale } = groups
  if (before !== '' && findUnits(before).size === 0) return []
  const plain = Number(`${mark === '' ? number : number.replaceAll(mark, '')}.${fraction}${exponent}`)
  const whole = number + (groups.fraction === undefined ? '' : `.${fraction}`) + exponent
  const start = index + before.length
  const unscaled = { start, end: start + whole.length, value: plain }
  if (scale === undefined) return [unscaled]
  const end = unscaled.end + gap.length + scale.length
  const scaled = { start, end, value: plain * (scaleForms().get(scale) ?? 1), isScaled: true }
  // One letter is a unit as well, or a word of its own: 300K, 5 m.
  const isUnit = scale.length === 1 && (gap !== '' || findUnits(scale).size > 0)
  return isUnit ? [unscaled, scaled] : [scaled]
}

/** The numbers that a text writes, in every way that they may be read: `1.261` is also 1261, `2 h 5 min` 125 minutes. */
export const numbersIn: (text: string) => readonly WrittenNumber[] = memoizeByString(
  CACHED_TEXTS,
  (whole) => {
    const text = whole.replaceAll(LIST_COMMA, '$1;')
    const findAllMatches = (found: RegExp, read: (match: RegExpExecArray) => number[]) =>
      [...text.matchAll(found)].flatMap((match) =>
        read(match).map((value) => ({ ...locateMatch(match), value })),
      )
    return [
      ...buildNumberPatterns().flatMap((pattern) => [...text.matchAll(pattern())].flatMap(readDigits)),
      ...findAllMatches(DURATION, ([, hours, minutes]) => {
        const total = 60 * Number(hours) + Number(minutes)
        return [total, total / 60, 60 * total]
      }),
      ...findAllMatches(NUMBER_WORD(), ([word]) => [ONES.indexOf(word.toLowerCase())]),
    ]
  },
)

/** Significant digits that a reader keeps of a number at least. */
const MIN_DIGITS = 3

/** Whether a number is written, perhaps rounded, or without its sign: "fell by 1.69 %". */
export const isWrittenAs = (value: number, written: number, isScaled = false): boolean =>
  [written, value < 0 ? -Math.abs(written) : written].some(
    (one) =>
      areNumbersEqual(one, value) ||
      ((isScaled || !Number.isInteger(value)) && isRoundedTo(value, one, MIN_DIGITS)),
  )

/** Where a number stands in a text; a plus sign is not left out of a negative one. */
export const findNumberPlaces = (value: number, text: string): WrittenNumber[] =>
  numbersIn(text).filter(
    (number) =>
      isWrittenAs(value, number.value, number.isScaled) && (value >= 0 || text[number.start - 1] !== '+'),
  )

/** The number that a text is with its scale, such as a market capitalisation of `2.21881T`; undefined for other texts. */
export function readScaledNumber(text: string): number | undefined {
  const found = numbersIn(text).find(
    ({ isScaled, start, end }) => isScaled && start === 0 && end === text.length,
  )
  return found?.value
}

/** Characters behind a number in which its unit stands. */
const MAX_BESIDE = 40
/** Units in words behind a number, longest first, and a currency before it. */
const BESIDE_AFTER =
  /^[^\S\n]{0,4}-?(?:\(?)([^\s\d(),;:!?|"]+)(?: ([^\s\d(),;:!?|"]+))?(?: ([^\s\d(),;:!?|"]+))?/
const BESIDE_BEFORE = /(?:^|[^\p{L}\p{Sc}])(\p{L}{0,3}\p{Sc}|\p{Lu}{3}|kr)[^\S\n]?$/u
/** A short word that Intl knows as the code of a currency, or that is a preposition first. */
const isPlainWord = (written: string, meant: ReadonlySet<string>): boolean =>
  /^\p{L}\p{Ll}{0,2}$/u.test(written) &&
  (written.toLowerCase() === 'in' || [...meant].every((unit) => /^[A-Z]{3}$/.test(unit)))

/** The units that stand right before and behind a number; one that says nothing more, as "degrees", is left out. */
export function listUnitsBeside({ start, end }: TextSpan, text: string): ReadonlySet<string>[] {
  const behind = text.slice(end, end + MAX_BESIDE)
  const words = (BESIDE_AFTER.exec(behind) ?? [])
    .slice(1)
    .flatMap((word) => (word === undefined ? [] : [word.replace(/[.*'\]}]+$/, '')]))
  // Of "km per hour" the first word is not the unit.
  const isCompound = findUnits(words[2] ?? '').size > 0
  const phrases = words
    .map((_, i) => words.slice(0, words.length - i).join(' '))
    .slice(0, isCompound ? -1 : 3)
  // A dollar before and one behind enclose a formula.
  const isFormula = /^(?:[^\s$]*|[^$\n]*\\[^$\n]*)\$/.test(behind)
  const [, sign = ''] = BESIDE_BEFORE.exec(text.slice(Math.max(0, start - 5), start)) ?? []
  return [sign === '$' && isFormula ? [] : [sign], phrases].flatMap((written) => {
    const meanings = written.map((phrase) => [phrase, findUnits(phrase)] as const)
    const [, found] = meanings.find(([phrase, meant]) => meant.size > 0 && !isPlainWord(phrase, meant)) ?? []
    return found === undefined || found.has('degree') ? [] : [found]
  })
}
