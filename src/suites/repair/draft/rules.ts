import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { nameWords } from '../../../shared/english.ts'
import { groupBy } from '../../../shared/group.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { appendKey, readValueAt } from '../../../shared/pointer.ts'
import type { Column, ItemRule, Test } from '../../print/rows.ts'
import { isLess } from '../bind/selection.ts'
import { statesMoment } from '../bind/stated-moment.ts'
import { isIdName, nameAt } from '../record/infer-schema.ts'
import { readRank } from '../record/recorded-values.ts'
import { countNamed, isBesideName } from './prompt-words.ts'

/** A rule that chooses the items that a task goes on with. */
export interface FoundRule extends ItemRule {
  /** 0 is the simplest. */
  cost: number
  /** Whether the prompt states the value that items are compared with. */
  isStated: boolean
  /** Whether the prompt names the field of this extreme, and no other rule is as likely. */
  isDecided?: boolean
}

type Filter = NonNullable<ItemRule['where']> & Pick<FoundRule, 'cost' | 'isStated'>

/** More rules than these explain nothing. */
const MAX_RULES = 2
/** A shorter text is in a prompt by chance. */
const MIN_LETTERS = 3
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g
/** What it gains a rule that the prompt names its field: by a word, by each word if it has all, next to the bound. */
const [NAMED_GAIN, WHOLE_GAIN, BESIDE_GAIN] = [2.5, 0.25, 1.5]
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

/** Whether a value passes a test. Code compares texts of dates as texts. */
function passes(value: Json, test: Test): boolean {
  const compare = (sign: string, bound: Json): boolean => {
    if (typeof value !== typeof bound || value === null) return false
    const [one, other] = [value as number, bound as number]
    return sign === '<'
      ? one < other
      : sign === '<='
        ? one <= other
        : sign === '>'
          ? one > other
          : one >= other
  }
  switch (test.is) {
    case '===':
      return value === test.value
    case 'between':
      return compare('>=', test.from) && compare('<=', test.to)
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

/** Bounds and ranges of a number or a date that the prompt states. */
function listBounds(column: Cells, bounds: readonly Json[], cost: number): Filter[] {
  const { values: _, ...by } = column
  const sorted = [...new Set(bounds)].sort((one, other) => ((one as number) < (other as number) ? -1 : 1))
  const single = sorted.flatMap((value) =>
    (['>', '>=', '<', '<='] as const).map(
      (is): Filter => ({ by, test: { is, value }, cost, isStated: true }),
    ),
  )
  const pairs = sorted.flatMap((from, i) =>
    sorted
      .slice(i + 1)
      .flatMap((to) =>
        (['between', 'outside'] as const).map(
          (is): Filter => ({ by, test: { is, from, to }, cost: cost + OF_RANGE - OF_BOUND, isStated: true }),
        ),
      ),
  )
  return [...single, ...pairs]
}

/** Tests of single fields, with values that the prompt states. */
function listFilters(columns: readonly Cells[], prompt: string): Filter[] {
  const numbers = findNumbers(prompt.replaceAll(DATE, '')).map(({ value }) => value)
  const dates = prompt.match(DATE) ?? []
  const plain = columns.flatMap((column): Filter[] => {
    const { values, ...by } = column
    const texts = [...new Set(values)].filter((value) => isStatedText(prompt, value))
    // A prompt that names several values of a field does not choose by it.
    const stated = texts.length === 1 ? texts : []
    const flags: readonly Test['is'][] = values.every((value) => typeof value === 'boolean')
      ? ['true', 'false']
      : values.every(Array.isArray)
        ? ['filled', 'empty']
        : []
    const isNumber = values.every((value) => typeof value === 'number') && !isIdName(nameAt(by.at))
    const isCount = isNumber && values.includes(0)
    const isDate = values.every(
      (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:\D|$)/.test(value),
    )
    return [
      ...stated.map((value): Filter => ({ by, test: { is: '===', value }, cost: OF_VALUE, isStated: true })),
      ...[...flags, ...(isCount ? (['positive'] as const) : [])].map(
        (is): Filter => ({ by, test: { is } as Test, cost: OF_FLAG, isStated: false }),
      ),
      ...listBounds(column, isNumber ? numbers : isDate ? dates : [], OF_BOUND),
    ]
  })
  const figures = columns.filter(
    ({ at, values }) => !isIdName(nameAt(at)) && values.every((one) => typeof one === 'number'),
  )
  const differences = figures.flatMap((one) =>
    figures.flatMap((other): Filter[] =>
      one === other || one.list !== other.list || !shareWord(one.at, other.at)
        ? []
        : listBounds(
            { ...one, minus: other.at, values: [] },
            numbers.filter((bound) => bound > 0),
            OF_DIFFERENCE,
          ).filter(({ test }) => test.is !== 'between' && test.is !== 'outside'),
    ),
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

/**
 * Rules that choose just these items, by simplicity: a value, a flag, a bound or a range of one field, or the extreme of
 * one, perhaps among those that pass a test.
 *
 * @param isPassedOn Whether a task goes on with a field: it is likelier the reason than what it never mentions
 * @param listAt Where the first list is in its result: what plain values are named by
 */
export function findRules(
  lists: readonly (readonly Json[])[],
  indices: readonly number[],
  prompt: string,
  isPassedOn: (by: Column) => boolean = () => false,
  listAt = '',
): FoundRule[] {
  const all = [...(lists[0] ?? []).keys()]
  const others = all.filter((i) => !indices.includes(i))
  const columns = listColumns(lists)
  const keep = ({ by, test }: Filter, among: readonly number[]): number[] =>
    among.filter((i) => passes(readCell(lists, by, i), test))
  const filters = listFilters(columns, prompt).filter((one) => keep(one, indices).length === indices.length)
  const exact = filters.filter((one) => keep(one, others).length === 0)
  const [index] = indices
  const isOne = indices.length === 1 && index !== undefined
  const extremes = isOne ? listExtremes(columns, index, others) : []
  const rules: FoundRule[] = [
    ...exact.map(({ cost, isStated, ...where }) => ({ where, cost, isStated })),
    ...extremes.map((one) => ({ ...one, cost: OF_EXTREME, isStated: false })),
  ]
  const narrowed = filters.flatMap(({ cost: _, isStated, ...where }): FoundRule[] => {
    const left = keep({ cost: 0, isStated, ...where }, others)
    if (!isOne || left.length === 0 || left.length === others.length) return []
    return listExtremes(columns, index, left)
      .filter(({ by }) => by.at !== where.by.at)
      .map((one) => ({ where, ...one, cost: OF_BOTH, isStated }))
  })
  const names = prompt.toLowerCase()
  const isNamedIn = (column: Column | undefined): boolean =>
    nameAt(column?.at ?? '')
      .split('_')
      .some((word) => word.length > MIN_LETTERS && carries(names, word))
  // Where the prompt names the field and states the bound, an extreme of a part is as likely as one of the whole.
  const likely = narrowed.filter(({ by, isStated }) => isStated && isNamedIn(by))
  const found = [...rules, ...(rules.length > 0 ? likely : narrowed)]
  const isBeside = ({ by, where }: FoundRule): boolean =>
    by === undefined &&
    where !== undefined &&
    'value' in where.test &&
    isBesideName(prompt, where.test.value, where.by.at)
  const countWords = ({ by }: FoundRule): number =>
    by === undefined ? 0 : countNamed(prompt, by.at || listAt)
  const rank = (rule: FoundRule): number =>
    rule.cost -
    (rule.by !== undefined && isPassedOn(rule.by) ? 0.5 : 0) -
    (isNamedIn(rule.by ?? rule.where?.by) ? NAMED_GAIN : 0) -
    countWords(rule) * WHOLE_GAIN -
    (isBeside(rule) ? BESIDE_GAIN : 0)
  const sorted = found.sort((one, other) => rank(one) - rank(other))
  // Of tests of one field that keep the same items, the likeliest says enough.
  const kept = (rule: FoundRule): string =>
    JSON.stringify([
      rule.by,
      rule.where && [rule.where.by, keep({ ...rule.where, cost: 0, isStated: true }, all)],
    ])
  const distinct = [...groupBy(sorted, kept).values()].flatMap(([rule]) => rule ?? [])
  const beside = distinct.filter(isBeside)
  if (beside.length === 1) return beside
  const named = distinct.filter((rule) => countWords(rule) > 0)
  const [decided] = named
  if (decided !== undefined && named.length === 1 && distinct.every(({ by }) => by !== undefined))
    return [{ ...decided, isDecided: true }]
  const passedOn = distinct.filter(({ by }) => by !== undefined && isPassedOn(by))
  const likeliest = distinct[0]?.by && named.length === 0 && passedOn.length > 0 ? passedOn : distinct
  const base = likeliest[0]?.by?.list ?? 0
  // A rule about another list is as likely only if the prompt names its field too.
  return likeliest.filter((one) => (one.by?.list ?? 0) === base || countWords(one) > 0).slice(0, MAX_RULES)
}

const nameField = (pointer: string): string => pointer.slice(1) || 'value'

function describeTest({ by, test }: NonNullable<ItemRule['where']>): string {
  const field = nameField(by.at) + (by.minus === undefined ? '' : ` - ${nameField(by.minus)}`)
  if ('value' in test) return `${field} ${test.is.slice(0, 2)} ${JSON.stringify(test.value)}`
  return 'from' in test ? `${field} ${test.is} ${test.from} and ${test.to}` : `${field} is ${test.is}`
}

/** A rule in words. */
export const describeRule = ({ where, by, isGreatest }: ItemRule): string =>
  [
    ...(by === undefined ? [] : [`the ${isGreatest ? 'greatest' : 'least'} ${nameField(by.at)}`]),
    ...(where === undefined ? [] : [describeTest(where)]),
  ].join(', where ')
