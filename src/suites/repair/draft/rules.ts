import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { nameWords } from '../../../shared/english.ts'
import { groupBy } from '../../../shared/group.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { appendKey, readValueAt } from '../../../shared/pointer.ts'
import { findDaysWithoutYear } from '../../../tasks/dates.ts'
import type { Column, ItemRule, ListPlace, RowTest, Test } from '../../print/rows.ts'
import { isLess } from '../bind/selection.ts'
import { statesMoment } from '../bind/stated-moment.ts'
import { nameAt } from '../record/infer-schema.ts'
import { readRank } from '../record/recorded-values.ts'
import { countNamed, isBesideName } from './prompt-words.ts'

/** A rule that chooses the items that a task goes on with. */
export interface FoundRule extends ItemRule {
  /** 0 is the simplest. */
  cost: number
  /** Whether the prompt states a value that items are compared with, or another result has it under the same name. */
  isStated: boolean
  /** Whether the prompt names the field of this extreme or flag, and no other rule is as likely. */
  isDecided?: boolean
}

type Filter = RowTest & Pick<FoundRule, 'cost' | 'isStated'>

/** A value of another result. */
export interface KnownValue extends ListPlace {
  value: Json
  /** Whether the call only gave back what it was sent. */
  isEcho?: boolean
}

/** What rules are searched in. */
export interface RuleGround {
  lists: readonly (readonly Json[])[]
  prompt: string
  /** Values of results that the rows do not have. */
  known?: readonly KnownValue[]
  /** Whether a task goes on with a field: it is likelier the reason than what it never mentions. */
  isPassedOn?: (by: Column) => boolean
  /** Where the first list is in its result: what plain values are named by. */
  listAt?: string
}

/** More rules than these explain nothing. */
const MAX_RULES = 3
/** A shorter text is in a prompt by chance. */
const MIN_LETTERS = 3
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g
const DAY_START = /^\d{4}-\d{2}-\d{2}(?:\D|$)/
/** What it gains a rule that the prompt names its field: by a word, by each word if it has all, next to the bound. */
const [NAMED_GAIN, WHOLE_GAIN, BESIDE_GAIN, PASSED_GAIN] = [2.5, 0.25, 1.5, 0.5]
/** An extreme is likelier of a date than of a number, and least likely of a part of a field. */
const [DATE_GAIN, NESTED_LOSS] = [0.6, 1.5]
const [OF_VALUE, OF_FLAG, OF_BOUND, OF_RANGE, OF_EXTREME, OF_DIFFERENCE, OF_BOTH] = [0, 1, 2, 3, 4, 5, 6]

interface Cells extends Column {
  values: readonly Json[]
}

/** The fields of items, lists among them as a whole. */
function listPointers(value: Json, at = ''): string[] {
  if (!isObject(value)) return [at]
  return Object.entries(value).flatMap(([key, part]) => listPointers(part as Json, appendKey(at, key)))
}

const listColumns = (lists: readonly (readonly Json[])[]): Cells[] =>
  lists.flatMap((items, list) =>
    [...new Set(items.flatMap((item) => listPointers(item)))].map((at) => {
      return { list, at, values: items.map((item) => readValueAt(item, at) ?? null) }
    }),
  )

/** Whether a prompt states a text. */
const isStatedText = (prompt: string, value: Json): value is string =>
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
function passes(value: Json, test: Test): boolean {
  const compare = (sign: keyof typeof COMPARE, bound: Json): boolean =>
    value !== null && typeof value === typeof bound && COMPARE[sign](value as number, bound as number)
  switch (test.is) {
    case '===':
      return value === test.value
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

/** Days that a prompt states, as texts of dates; a day without a year is of the years of the values. */
function listDays(prompt: string, values: readonly Json[]): string[] {
  const years = new Set(values.map((value) => String(value).slice(0, 4)))
  const open = findDaysWithoutYear(prompt).flatMap(({ month, date }) =>
    [...years].map((year) => `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`),
  )
  return [...(prompt.match(DATE) ?? []), ...open]
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

/** Tests of single fields. */
function listFilters(columns: readonly Cells[], { prompt, known = [] }: RuleGround): Filter[] {
  const numbers = findNumbers(prompt.replaceAll(DATE, '')).map(({ value }) => value)
  const plain = columns.flatMap((column): Filter[] => {
    const { values, ...by } = column
    const texts = [...new Set(values)].filter((value) => isStatedText(prompt, value))
    const isNumber = values.every((value) => typeof value === 'number') && !isIdName(nameAt(by.at))
    const isDate = values.every((value) => typeof value === 'string' && DAY_START.test(value))
    const flags: readonly Test[] = values.every((value) => typeof value === 'boolean')
      ? [{ is: 'true' }, { is: 'false' }]
      : values.every(Array.isArray)
        ? [{ is: 'filled' }, { is: 'empty' }]
        : isNumber && values.includes(0)
          ? [{ is: 'positive' }, { is: '===', value: 0 }]
          : []
    return [
      // A prompt that names several values of a field does not choose by it.
      ...(texts.length === 1 ? texts : []).map((value): Filter => {
        const place = known.find((one) => one.value === value && !one.isEcho)
        return { by, test: { is: '===', value, ...(place && { place }) }, cost: OF_VALUE, isStated: true }
      }),
      ...flags.map((test): Filter => ({ by, test, cost: OF_FLAG, isStated: false })),
      ...listBounds(column, isNumber ? numbers : isDate ? listDays(prompt, values) : []),
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

const readCell = (lists: readonly (readonly Json[])[], { list, at, minus }: Column, i: number): Json => {
  const item = lists[list]?.[i] ?? null
  const value = readValueAt(item, at) ?? null
  return minus === undefined ? value : Number(value) - Number(readValueAt(item, minus))
}

/** The fields of which one item has the least or the greatest value of all others. */
const listExtremes = (columns: readonly Cells[], index: number, others: readonly number[]) =>
  columns.flatMap(({ values, ...by }) => {
    const value = values[index] ?? null
    if (others.length === 0 || isIdName(nameAt(by.at)) || readRank(value) === undefined) return []
    const isAbove = others.every((other) => isLess(values[other] ?? null, value))
    const isBelow = others.every((other) => isLess(value, values[other] ?? null))
    return isAbove || isBelow ? [{ by, isGreatest: isAbove }] : []
  })

/** Whether the extreme of what a bound is about is the value nearest to it: the first time after a day. */
const isNearest = ({ is }: Test, isGreatest: boolean): boolean => is.startsWith(isGreatest ? '<' : '>')

/** The rules that choose just these items: each was tried on all of them. */
function listExactRules(indices: readonly number[], ground: RuleGround): FoundRule[] {
  const { lists } = ground
  const all = [...(lists[0] ?? []).keys()]
  const others = all.filter((i) => !indices.includes(i))
  const columns = listColumns(lists)
  const keep = ({ by, test }: RowTest, among: readonly number[]): number[] =>
    among.filter((i) => passes(readCell(lists, by, i), test))
  const filters = listFilters(columns, ground).flatMap(({ cost, isStated, ...test }) => {
    const left = keep(test, others)
    return keep(test, indices).length === indices.length ? [{ test, cost, isStated, left }] : []
  })
  const [index] = indices
  const isOne = indices.length === 1 && index !== undefined
  const rules: FoundRule[] = [
    ...filters
      .filter(({ left }) => left.length === 0)
      .map(({ test, cost, isStated }) => ({ where: [test], cost, isStated })),
    ...(isOne ? listExtremes(columns, index, others) : []).map((one) => ({
      ...{ where: [], cost: OF_EXTREME, isStated: false },
      ...one,
    })),
  ]
  const partial = filters.filter(({ left }) => left.length > 0 && left.length < others.length)
  const narrowed = partial.flatMap(({ test, isStated, left }): FoundRule[] =>
    (isOne ? listExtremes(columns, index, left) : [])
      .filter(
        ({ by, isGreatest }) => by.at !== test.by.at || (by.at === '' && isNearest(test.test, isGreatest)),
      )
      .map((one) => ({ where: [test], ...one, cost: OF_BOTH, isStated })),
  )
  if (rules.length > 0 || narrowed.length > 0) {
    // Where the prompt names the field and states the bound, an extreme of a part is as likely as one of the whole.
    const isLikely = ({ by, where: [one], isStated }: FoundRule): boolean =>
      isStated && (isNamedIn(ground.prompt, by) || one?.test.is === '===')
    return [...rules, ...(rules.length > 0 ? narrowed.filter(isLikely) : narrowed)]
  }
  const isRange = (one: Filter['by'], other: Filter['by']): boolean =>
    one.list === other.list && one.at === other.at
  return partial.flatMap((one, i) =>
    partial.slice(i + 1).flatMap((other): FoundRule[] => {
      const [is, also] = [one.test.test.is, other.test.test.is]
      const isSame = isRange(one.test.by, other.test.by)
      if (one.left.some((item) => other.left.includes(item)) || !(one.isStated || other.isStated)) return []
      if (isSame && !(is === '>=' && also === '<=')) return []
      const where = [one.test, other.test]
      return [{ where, cost: isSame ? OF_RANGE : OF_BOTH, isStated: one.isStated && other.isStated }]
    }),
  )
}

const isNamedIn = (prompt: string, column: Column | undefined): boolean =>
  nameAt(column?.at ?? '')
    .split('_')
    .some((word) => word.length > MIN_LETTERS && carries(prompt.toLowerCase(), word))

/**
 * Rules that choose just these items, by simplicity: a value, a flag, a bound or a range of one field, or the extreme of
 * one, perhaps among those that pass a test. If there are none, two tests may.
 */
export function findRules(indices: readonly number[], ground: RuleGround): FoundRule[] {
  const { lists, prompt, isPassedOn = () => false, listAt = '' } = ground
  const isBeside = ({ by, where: [first] }: FoundRule): boolean =>
    by === undefined &&
    first !== undefined &&
    'value' in first.test &&
    isBesideName(prompt, first.test.value, first.by.at)
  const countWords = ({ by }: FoundRule): number =>
    by === undefined ? 0 : countNamed(prompt, by.at || listAt)
  const isOfDate = ({ by }: FoundRule): boolean =>
    by !== undefined &&
    (lists[by.list] ?? []).every((item) => DAY_START.test(String(readValueAt(item, by.at) ?? '')))
  const isNested = ({ by }: FoundRule): boolean => (by?.at.lastIndexOf('/') ?? 0) > 0
  const rank = (rule: FoundRule): number =>
    rule.cost +
    (isNested(rule) ? NESTED_LOSS : 0) -
    (isOfDate(rule) ? DATE_GAIN : 0) -
    (rule.by !== undefined && isPassedOn(rule.by) ? PASSED_GAIN : 0) -
    (isNamedIn(prompt, rule.by ?? rule.where[0]?.by) ? NAMED_GAIN : 0) -
    countWords(rule) * WHOLE_GAIN -
    (isBeside(rule) ? BESIDE_GAIN : 0)
  const sorted = listExactRules(indices, ground).sort((one, other) => rank(one) - rank(other))
  // Of tests of one field that keep the same items, the distinct says enough.
  const writeKept = ({ by, where }: FoundRule): string =>
    JSON.stringify([
      by,
      where.map((one) => [
        one.by,
        [...(lists[0] ?? []).keys()].filter((i) => passes(readCell(lists, one.by, i), one.test)),
      ]),
    ])
  const distinct = [...groupBy(sorted, writeKept).values()].flatMap(([rule]) => rule ?? [])
  const beside = distinct.filter(isBeside)
  if (beside.length === 1) return beside
  const named = distinct.filter((rule) => countWords(rule) > 0)
  const [decided] = named
  if (decided !== undefined && named.length === 1 && distinct.every(({ by }) => by !== undefined))
    return [{ ...decided, isDecided: true }, ...distinct.filter((one) => one !== decided)].slice(0, MAX_RULES)
  // "the main account" names the item with the flag `main`.
  const flagged = distinct.filter(
    ({ by, where: [one, ...more] }) =>
      by === undefined && one?.test.is === 'true' && more.length === 0 && countNamed(prompt, one.by.at) > 0,
  )
  if (indices.length === 1 && flagged.length === 1)
    return flagged.map((rule) => ({ ...rule, isDecided: true }))
  // What a task goes on with explains its choice better than other numbers do.
  const passedOn = distinct.filter((rule) => rule.by !== undefined && isPassedOn(rule.by) && !isNested(rule))
  const isLikely = (rule: FoundRule): boolean => passedOn.includes(rule) || isOfDate(rule)
  const likeliest =
    distinct[0]?.by && named.length === 0 && passedOn.length > 0 ? distinct.filter(isLikely) : distinct
  const readBase = ({ by, where }: FoundRule): number =>
    by?.list ?? (indices.length === 1 ? where[0]?.by.list : undefined) ?? 0
  const base = likeliest[0] === undefined ? 0 : readBase(likeliest[0])
  // A rule about another list is as likely only if the prompt names its field too.
  return likeliest.filter((one) => readBase(one) === base || countWords(one) > 0).slice(0, MAX_RULES)
}

const nameField = (pointer: string): string => pointer.slice(1) || 'value'

function describeTest({ by, test }: RowTest): string {
  const field = nameField(by.at) + (by.minus === undefined ? '' : ` - ${nameField(by.minus)}`)
  if ('place' in test && test.place) return `${field} ${test.is} ${nameField(test.place.at)}`
  if ('value' in test) return `${field} ${test.is.slice(0, 2)} ${JSON.stringify(test.value)}`
  return 'from' in test ? `${field} ${test.is} ${test.from} and ${test.to}` : `${field} is ${test.is}`
}

/** A rule in words. */
export const describeRule = ({ where, by, isGreatest }: ItemRule): string =>
  [
    ...(by === undefined ? [] : [`the ${isGreatest ? 'greatest' : 'least'} ${nameField(by.at)}`]),
    ...(where.length === 0 ? [] : [where.map(describeTest).join(' and ')]),
  ].join(', where ')
