import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { nameWords } from '../../../shared/english.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { appendKey, readValueAt } from '../../../shared/pointer.ts'
import { findDates, findDaysWithoutYear } from '../../../tasks/dates.ts'
import type { Column, ListPlace, RowTest, Test } from '../../print/rows.ts'
import { statesMoment } from '../bind/stated-moment.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isExchangeable } from '../record/value-exchange.ts'
import { DAY_LENGTH } from './dates.ts'
import { listSentences } from './prompt-words.ts'

/** A test of items, with how unlikely it is as a reason. */
export interface Filter extends RowTest {
  /** 0 is the simplest. */
  cost: number
  /** Whether the prompt states a value that items are compared with, or another result has it under the same name. */
  isStated: boolean
}

/** A value of another result. */
export interface KnownValue extends ListPlace {
  value: Json
  /** Whether the call only gave back what it was sent. */
  isEcho?: boolean
}

/** What tests of items are made from. */
export interface FilterGround {
  lists: readonly (readonly Json[])[]
  prompt: string
  /** Values of results that the rows do not have. */
  known?: readonly KnownValue[]
  /** Items that a call was refused for. */
  refused?: readonly RefusedItem[]
}

/** An item that a call was refused for, with a value that only this item has. */
export interface RefusedItem {
  index: number
  by: Column
  value: Json
}

/** A shorter text is in a prompt by chance. */
const MIN_LETTERS = 3
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g
const CLOCK = /^\d{2}:\d{2}$/
export const DAY_START = /^\d{4}-\d{2}-\d{2}(?:\D|$)/
const NAME = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}{2,}(?![\p{L}\p{N}])/gu
const [OF_VALUE, OF_NAME, OF_FLAG, OF_BOUND, OF_DIFFERENCE] = [0, 0.5, 1, 2, 5]
/** What rules cost, as a test of one field costs {@link Filter.cost}. */
export const [OF_RANGE, OF_EXTREME, OF_BOTH, OF_FIRST] = [3, 4, 6, 7]

export interface Cells extends Column {
  values: readonly Json[]
}

/** The fields of items, lists among them as a whole. */
function listPointers(value: Json, at = ''): string[] {
  if (!isObject(value)) return [at]
  return Object.entries(value).flatMap(([key, part]) => listPointers(part as Json, appendKey(at, key)))
}

export const listColumns = (lists: readonly (readonly Json[])[]): Cells[] =>
  lists.flatMap((items, list) =>
    [...new Set(items.flatMap((item) => listPointers(item)))].map((at) => {
      return { list, at, values: items.map((item) => readValueAt(item, at) ?? null) }
    }),
  )

/** Whether a prompt states a text. */
export const isStatedText = (prompt: string, value: Json): value is string =>
  typeof value === 'string' &&
  value.length >= MIN_LETTERS &&
  (carries(prompt.toLowerCase(), value.toLowerCase()) ||
    statesMoment(prompt, value) ||
    statesMonth(prompt, value))

/** Whether a prompt that names no year states a month, such as `2026-11` by "November". */
export const statesMonth = (prompt: string, value: string): boolean =>
  /^\d{4}-\d{2}$/.test(value) && !YEAR.test(prompt) && statesMoment(`${prompt} ${value.slice(0, 4)}`, value)

const COMPARE: Readonly<Record<'<' | '<=' | '>' | '>=', (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
}

/** Whether a value passes a test. Code compares texts of dates as texts. */
export function passes(value: Json, test: Test): boolean {
  const compare = (sign: keyof typeof COMPARE, bound: Json): boolean =>
    value !== null && typeof value === typeof bound && COMPARE[sign](value as number, bound as number)
  switch (test.is) {
    case '===':
      return value === test.value
    case '!==':
      return value !== test.value
    case 'has':
      return (typeof value === 'string' || Array.isArray(value)) && value.includes(test.value as string)
    case 'in':
      return (test.value as Json[]).includes(value)
    case 'outside':
      return compare('<', test.from) || compare('>', test.to)
    case 'empty':
      return Array.isArray(value) && value.length === 0
    case 'filled':
      return Array.isArray(value) && value.length > 0
    case 'positive':
      return compare('>', 0)
    case 'true':
      return value === true
    case 'false':
      return value === false
    default:
      return compare(test.is, test.value)
  }
}

/**
 * Days, times of day and moments that a prompt states, as the values write them. A day without a year is of the years of the
 * values, a time without a day of the days that the prompt states, else of the only day.
 */
function listMoments(prompt: string, values: readonly Json[]): string[] {
  const texts = values.map(String)
  const years = new Set(texts.map((text) => text.slice(0, 4)))
  const open = findDaysWithoutYear(prompt).flatMap(({ month, date }) =>
    [...years].map((year) => `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`),
  )
  const days = [...(prompt.match(DATE) ?? []), ...open]
  const clocks = findDates(prompt).flatMap(({ clock }) =>
    clock === undefined ? [] : [new Date(clock).toISOString().slice(11, 16)],
  )
  if (texts.every((text) => CLOCK.test(text))) return clocks
  const starts = new Set(texts.map((text) => text.slice(0, DAY_LENGTH + 1)))
  const moments = [...starts].flatMap((start) =>
    start.length > DAY_LENGTH && (starts.size === 1 || days.some((day) => start.startsWith(day)))
      ? clocks.map((clock) => start + clock)
      : [],
  )
  return [...days, ...moments]
}

/** Bounds of a number or a date that the prompt states, and what is outside of two of them. */
function listBounds({ values: _, ...by }: Cells, bounds: readonly Json[], cost = OF_BOUND): Filter[] {
  const sorted = [...new Set(bounds)].sort((one, other) => ((one as number) < (other as number) ? -1 : 1))
  const single = sorted.flatMap((value) =>
    (['>', '>=', '<', '<='] as const).map((is) => ({ by, test: { is, value }, cost, isStated: true })),
  )
  const outside = sorted.flatMap((from, i) =>
    sorted.slice(i + 1).map((to): Filter => {
      return { by, test: { is: 'outside', from, to }, cost: OF_RANGE, isStated: true }
    }),
  )
  return by.minus === undefined ? [...single, ...outside] : single
}

/** Tests by a value of another result: the one of the same name, or a list that has it. */
const listJoins = ({ values, ...by }: Cells, known: readonly KnownValue[]): Filter[] =>
  known.flatMap(({ value, ...place }): Filter[] => {
    const isAlike = nameAt(by.at) !== '' && nameAt(place.at) === nameAt(by.at) && values.includes(value)
    const isListed =
      Array.isArray(value) && value.some((one) => typeof one === 'string' && values.includes(one))
    if (!isAlike && !isListed) return []
    const is = isListed ? 'in' : '==='
    return [{ by, test: { is, value, place }, cost: isListed ? OF_FLAG : OF_VALUE, isStated: true }]
  })

/** A prompt without its dates and times, whose numbers bound nothing else. */
export const cutDates = (prompt: string): string =>
  findDates(prompt).reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    prompt.replaceAll(DATE, (date) => ' '.repeat(date.length)),
  )

/** The texts within lists that the prompt states. */
const listHeld = (values: readonly Json[], prompt: string): string[] => {
  const texts = new Set(values.flatMap((value) => (Array.isArray(value) ? value : [])))
  return [...texts].filter((text) => isStatedText(prompt, text))
}

/** Words with a capital of texts that the prompt has within a sentence, where it starts none: "Osei" of "Samuel Osei". */
function listNames(values: readonly Json[], prompt: string): string[] {
  const words = values.flatMap((value) => (typeof value === 'string' ? (value.match(NAME) ?? []) : []))
  const inside = new Set(
    listSentences(prompt).flatMap((sentence) => sentence.replace(/^\P{L}*\p{L}+/u, '').match(NAME) ?? []),
  )
  return [...new Set(words)].filter((word) => inside.has(word))
}

/** Tests of single fields. */
export function listFilters(columns: readonly Cells[], { prompt, known = [] }: FilterGround): Filter[] {
  const numbers = findNumbers(cutDates(prompt)).map(({ value }) => value)
  const plain = columns.flatMap((column): Filter[] => {
    const { values, ...by } = column
    const texts = [...new Set(values)].filter((value) => isStatedText(prompt, value))
    const isNumber = values.every((value) => typeof value === 'number') && !isIdName(nameAt(by.at))
    const isDate = values.every(
      (value) => typeof value === 'string' && (DAY_START.test(value) || CLOCK.test(value)),
    )
    const flags: readonly Test[] = values.every((value) => typeof value === 'boolean')
      ? [{ is: 'true' }, { is: 'false' }]
      : values.every(Array.isArray)
        ? [{ is: 'filled' }, { is: 'empty' }]
        : isNumber && values.includes(0)
          ? [{ is: 'positive' }, { is: '===', value: 0 }]
          : []
    return [
      // A prompt that names several values of a field does not choose by it, unless they are words of a fixed list.
      ...texts
        .filter((text) => texts.length === 1 || !isExchangeable(text))
        .map((value): Filter => {
          const place = known.find((one) => one.value === value && !one.isEcho)
          return { by, test: { is: '===', value, ...(place && { place }) }, cost: OF_VALUE, isStated: true }
        }),
      ...(texts.length > 0 ? [] : listNames(values, prompt)).map((value): Filter => {
        return { by, test: { is: 'has', value }, cost: OF_NAME, isStated: true }
      }),
      ...listHeld(values, prompt).map((value): Filter => {
        return { by, test: { is: 'has', value }, cost: OF_VALUE, isStated: true }
      }),
      // A number that seldom occurs by chance is stated as a word is: the year of a wine.
      ...numbers
        .filter((value) => isNumber && value >= 2 ** MIN_ENTROPY_BITS && values.includes(value))
        .map((value): Filter => ({ by, test: { is: '===', value }, cost: OF_VALUE, isStated: true })),
      ...flags.map((test): Filter => ({ by, test, cost: OF_FLAG, isStated: false })),
      ...listBounds(column, isNumber ? numbers : isDate ? listMoments(prompt, values) : []),
      ...listJoins(column, known),
    ]
  })
  const figures = columns.filter(
    ({ at, values }) => !isIdName(nameAt(at)) && values.every((one) => typeof one === 'number'),
  )
  const above = numbers.filter((bound) => bound > 0)
  const differences = figures.flatMap((one) =>
    figures
      .filter((other) => other !== one && other.list === one.list && shareWord(one.at, other.at))
      .flatMap(({ at: minus }) => listBounds({ ...one, minus }, above, OF_DIFFERENCE)),
  )
  return [...plain, ...differences]
}

/** Whether two fields are of one kind, such as `odometer_km` and `last_service_km`. */
const shareWord = (one: string, other: string): boolean => {
  const words = new Set(nameWords(nameAt(one)))
  return nameWords(nameAt(other)).some((word) => words.has(word))
}

export const readCell = (
  lists: readonly (readonly Json[])[],
  { list, at, minus }: Column,
  i: number,
): Json => {
  const item = lists[list]?.[i] ?? null
  const value = readValueAt(item, at) ?? null
  return minus === undefined ? value : Number(value) - Number(readValueAt(item, minus))
}

export const isNamedIn = (prompt: string, column: Column | undefined): boolean =>
  nameAt(column?.at ?? '')
    .split('_')
    .some((word) => word.length > MIN_LETTERS && carries(prompt.toLowerCase(), word))
