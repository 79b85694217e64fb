import { ONES } from '../../shared/english.ts'
import type { Json } from '../../shared/json.ts'
import { createPattern, memoizeByString } from '../../shared/memoize.ts'
import { clockTimeOf, computeInstant, dateOf, findDates, findDaysWithoutYear } from '../../tasks/dates.ts'
import { isRoundedTo } from '../../tasks/equality.ts'
import { leavesOf } from '../evidence.ts'
import { findTokenPlaces } from '../tokens.ts'
import { isFreeInCase } from './values.ts'

/** Where something stands in a text. */
interface TextSpan {
  start: number
  end: number
}
const locateMatch = ({ 0: { length }, index }: RegExpExecArray): TextSpan => ({
  start: index,
  end: index + length,
})

/** Texts that are kept as they were read: one text is held against many values. */
const CACHED_TEXTS = 256

/** A text as it is searched, every character in its place: without emphasis, with one kind of quotes and blanks. */
export const readable: (text: string) => string = memoizeByString(CACHED_TEXTS, (text) =>
  text
    .normalize('NFC')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll('\u2212', '-')
    .replaceAll(/[\u00a0\u2009\u202f\t\r*`]|\\(?=[_*`])|(?<![\p{L}\p{Nd}])_|_(?![\p{L}\p{Nd}_])/gu, ' '),
)

/** A number in digits, and its groups parted by a comma, a point, an apostrophe or a blank. */
const PLAIN = createPattern(
  String.raw`(?<![\p{L}\p{Nd}_]|\p{Nd}[.,'])-?\d+(?:[.,]\d+)?(?![\p{Nd}_]|[.,']\p{Nd})`,
  'gu',
)
const GROUPED = createPattern(
  String.raw`(?<![\p{L}\p{Nd}_]|\p{Nd}[.,' ])(-?\d{1,3}(?:([,.' ])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?(?![\p{Nd}_]|[.,']\p{Nd})`,
  'gu',
)
const DURATION = /(\d+)\s*h(?:ours?|rs?)?[\s,]*(?:and\s+)?(\d+)\s*m(?:in(?:ute)?s?)?\b/gi
const NUMBER_WORD = createPattern(String.raw`\b(?:${ONES.join('|')})\b`, 'gi')
/** A comma right behind a fraction parts two numbers of a list. */
const LIST_COMMA = /(\.(?:\d{1,2}|\d{4,})),(?=-?\d)/g

/** The numbers that a text writes, in every way that they may be read: `1.261` is also 1261, `2 h 5 min` 125 minutes. */
const numbersIn: (text: string) => readonly (TextSpan & { value: number })[] = memoizeByString(
  CACHED_TEXTS,
  (whole) => {
    const text = whole.replaceAll(LIST_COMMA, '$1;')
    const findAllMatches = (found: RegExp, read: (match: RegExpExecArray) => number[]) =>
      [...text.matchAll(found)].flatMap((match) =>
        read(match).map((value) => ({ ...locateMatch(match), value })),
      )
    return [
      ...findAllMatches(PLAIN(), ([number]) => [Number(number.replace(',', '.'))]),
      ...findAllMatches(GROUPED(), ([, groups = '', mark = '', fraction = '0']) => [
        Number(`${groups.replaceAll(mark, '')}.${fraction}`),
      ]),
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
const isWrittenAs = (value: number, written: number): boolean =>
  [written, value < 0 ? -Math.abs(written) : written].some(
    (one) => one === value || (!Number.isInteger(value) && isRoundedTo(value, one, MIN_DIGITS)),
  )

/** Where a date stands, with its clock time anywhere in the text, or a clock time. */
function findMomentPlaces(value: string, text: string): TextSpan[] {
  const wanted = dateOf(value) ?? clockTimeOf(value)
  if (wanted === undefined) return []
  const { day, clock = 0 } = wanted
  const written = findDates(text)
  if (day === undefined) return written.filter((date) => date.clock === clock)
  const instants = written.filter(
    (date) => date.offset !== undefined && computeInstant(date) === computeInstant(wanted),
  )
  if (clock !== 0 && !written.some((date) => date.clock === clock)) return instants
  const days = written.filter((date) => date.day?.every((part, i) => part === day[i]))
  const yearless = findDaysWithoutYear(text).filter(({ month, date }) => month === day[1] && date === day[2])
  return [...instants, ...days, ...yearless]
}

const NO = /\b(?:no|not|false)\b|n't\b/gi
const YES = /\b(?:yes|true)\b/gi

/** Where a text says yes or no; a text without a no says yes throughout. */
function findBooleanPlaces(value: boolean, text: string): TextSpan[] {
  const places = [...text.matchAll(value ? YES : NO)].map(locateMatch)
  return value && places.length === 0 && text.search(NO) < 0 ? [{ start: 0, end: text.length }] : places
}

function findTextPlaces(value: string, text: string): TextSpan[] {
  const fold = (one: string): string => (isFreeInCase(value) ? one.toLowerCase() : one)
  const plain = readable(value).trim()
  const forms = new Set([plain, plain.replace(/\.$/, ''), JSON.stringify(plain).slice(1, -1)])
  return [...forms].flatMap((form) =>
    findTokenPlaces(fold(form), fold(text)).map((start) => ({ start, end: start + form.length })),
  )
}

/** Whether a value says nothing that a text could give. */
const isBlank = (value: Json): boolean =>
  value === null || typeof value === 'object' || (typeof value === 'string' && value.trim() === '')

/** Where a scalar stands in a readable text, in any usual form of its type. */
export function findPlaces(value: Json, text: string): TextSpan[] {
  if (isBlank(value)) return []
  if (typeof value === 'number') return numbersIn(text).filter((number) => isWrittenAs(value, number.value))
  if (typeof value === 'boolean') return findBooleanPlaces(value, text)
  return [...findTextPlaces(String(value), text), ...findMomentPlaces(String(value), text)]
}

/** A bound value that a text has to give. */
export interface ProseSlot {
  /** The values of which one has to stand there, each with all its leaves. */
  values: readonly Json[]
  /** Texts in the arguments of the calls that give it, and in those of other calls of the same tools. */
  ownNames: readonly string[]
  otherNames: readonly string[]
  /** Whether it stands behind the slot before it, as an item of a list. */
  isInOrder: boolean
}

const blankPlaces = (places: readonly TextSpan[], text: string): string =>
  places.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )

/** Facts of results that nobody asked for, above which a text is a dump. */
const MAX_FURTHER_FACTS = 4
/** What ends a clause: a line, a sentence, a semicolon. */
const CLAUSE_END = /[;\n]|[.!?](?=\s|$)/g

/** What is wrong with a text, slot by slot (undefined where a slot is right), and whether it gives values that nobody asked for. */
export function judgeProse(
  written: string,
  slots: readonly ProseSlot[],
  facts: readonly Json[],
): { notes: (string | undefined)[]; hasFurtherFacts: boolean } {
  const text = readable(written)
  const ends = [...text.matchAll(CLAUSE_END)].map(({ index }) => index)
  const given: TextSpan[] = []
  let last = -1
  const isDenied = ({ start }: TextSpan): boolean =>
    /\bnot\s+$/i.test(text.slice(Math.max(0, start - 5), start))
  /** Whether the clause of a place names another call's argument and not its own. */
  const isElsewhere = ({ start, end }: TextSpan, { ownNames, otherNames }: ProseSlot): boolean => {
    const from = (ends.findLast((at) => at < start) ?? -1) + 1
    const clause = text.slice(from, ends.find((at) => at >= end) ?? text.length).toLowerCase()
    const isNamed = (name: string): boolean => findTokenPlaces(name.toLowerCase(), clause, 1).length > 0
    return otherNames.some(isNamed) && !ownNames.some(isNamed)
  }
  const findProseProblem = (leaf: Json, slot: ProseSlot, isItem: boolean): string | undefined => {
    const all = findPlaces(leaf, text)
    given.push(...all)
    const statedPlaces = all.filter((place) => !isDenied(place) && !isElsewhere(place, slot))
    const next = statedPlaces.find(({ start }) => !isItem || start > last)
    if (isItem) last = next?.start ?? last
    if (next !== undefined || isBlank(leaf)) return undefined
    const why =
      all.length === 0
        ? 'is missing'
        : statedPlaces.length === 0
          ? 'is denied, or belongs to another call'
          : 'is out of order in the list'
    return `${JSON.stringify(leaf)} ${why}`
  }
  const notes = slots.map((slot) => {
    const start = slot.isInOrder ? last : -1
    const missing = slot.values.map((value) => {
      last = start
      const isItem = slot.isInOrder || Array.isArray(value)
      if (value === null || value === '') return 'its source is empty'
      return leavesOf(value)
        .map((leaf) => findProseProblem(leaf.value, slot, isItem))
        .find((note) => note !== undefined)
    })
    return missing.includes(undefined) ? undefined : (missing[0] ?? 'its source has no usable result')
  })
  const rest = blankPlaces(given, text)
  const further = facts.filter((fact) => findPlaces(fact, rest).length > 0).length
  const dump = `it gives ${further} unrequested values of results, at most ${MAX_FURTHER_FACTS} are allowed`
  const isDump = further > MAX_FURTHER_FACTS
  return { notes: notes.map((note) => note ?? (isDump ? dump : undefined)), hasFurtherFacts: further > 0 }
}

/** Whole numbers below it are counts and list numbers, which anyone may write. */
const MIN_EXTRA_INTEGER = 100

/** Numbers of a text that stand in none of some others, such as the prompt and the results. */
export function findExtraNumbers(written: string, known: readonly string[]): string[] {
  const text = readable(written)
  const others = known.flatMap((one) => numbersIn(readable(one)).map(({ value }) => value))
  const isKnown = (value: number): boolean =>
    (Number.isInteger(value) && Math.abs(value) < MIN_EXTRA_INTEGER) ||
    others.some((other) => isWrittenAs(other, value) || isWrittenAs(-other, value))
  const knownNumbers = numbersIn(text).filter(({ value }) => isKnown(value))
  const rest = blankPlaces(knownNumbers, text)
  return [...new Set(numbersIn(rest).map(({ start, end }) => rest.slice(start, end)))]
}
