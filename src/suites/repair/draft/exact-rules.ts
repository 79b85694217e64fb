import { groupBy } from '../../../shared/group.ts'
import { isIdName } from '../../../shared/id-name.ts'
import type { Json } from '../../../shared/json.ts'
import type { Column, ItemRule, RowTest } from '../../print/rows.ts'
import { isLess } from '../bind/selection.ts'
import { nameAt } from '../record/infer-schema.ts'
import { readRank } from '../record/recorded-values.ts'
import { countNamed } from './prompt-words.ts'
import {
  type Cells,
  type Filter,
  type FilterGround,
  isNamedIn,
  listColumns,
  listFilters,
  OF_BOTH,
  OF_EXTREME,
  OF_FIRST,
  OF_RANGE,
  passes,
  readCell,
} from './row-tests.ts'

/** A rule that chooses the items that a task goes on with. */
export interface ExactRule extends ItemRule {
  /** 0 is the simplest. */
  cost: number
  /** Whether the prompt states a value that items are compared with, or another result has it under the same name. */
  isStated: boolean
}

/** Tests that the chosen items pass, and the other items that pass them too. */
interface Narrowing {
  where: readonly Filter[]
  left: readonly number[]
}

/** More tests of one kind are not tried together. */
const MAX_TOGETHER = 8
/** What it gains a rule that the prompt states a word of it, and what each further bound costs it. */
const [WORD_GAIN, BOUND_LOSS] = [2.5, 0.25]
/** Among fewer items, several are the greatest of a field by chance. */
const MIN_ITEMS_FOR_SEVERAL = 6

/** Whether a prompt has the word that a test is about: a value of the items, or the name of a flag. */
const isOfWord = ({ by, test, isStated }: Filter, prompt: string): boolean =>
  ['===', 'in', 'has'].includes(test.is)
    ? isStated && !('value' in test && typeof test.value === 'number' && 'place' in test)
    : ['true', 'false'].includes(test.is) && countNamed(prompt, by.at) > 0

/** Whether the extreme of what a bound is about is the value nearest to it: the first time after a day. */
const isNearest = ({ by, test }: RowTest, isGreatest: boolean): boolean =>
  test.is.startsWith(isGreatest ? '<' : '>') &&
  (by.at === '' || ('value' in test && typeof test.value === 'string'))

/** The fields of which the chosen items have the least or the greatest values of all. */
const listExtremes = (columns: readonly Cells[], indices: readonly number[], left: readonly number[]) =>
  columns.flatMap(({ values, ...by }) => {
    const chosen = indices.map((index) => values[index] ?? null)
    if (left.length === 0 || isIdName(nameAt(by.at)) || chosen.some((one) => readRank(one) === undefined))
      return []
    const areAll = (test: (value: Json, other: Json) => boolean): boolean =>
      chosen.every((value) => left.every((other) => test(value, values[other] ?? null)))
    const isGreatest = areAll((value, other) => isLess(other, value))
    return isGreatest || areAll(isLess) ? [{ by, isGreatest }] : []
  })

/**
 * The rules that choose just these items: each was tried on all of them.
 *
 * @param indices Items in the order in which calls were made for them
 */
export function listExactRules(indices: readonly number[], ground: FilterGround): ExactRule[] {
  const { lists, prompt, refused = [] } = ground
  const out = new Set([...indices, ...refused.map(({ index }) => index)])
  const others = [...(lists[0] ?? []).keys()].filter((i) => !out.has(i))
  const columns = listColumns(lists)
  const keep = (where: readonly RowTest[], among: readonly number[]): number[] =>
    among.filter((i) => where.every(({ by, test }) => passes(readCell(lists, by, i), test)))
  const narrow = (where: readonly Filter[]): Narrowing => ({ where, left: keep(where, others) })
  const singles = listFilters(columns, ground)
    .filter((one) => keep([one], indices).length === indices.length)
    .map((one) => narrow([one]))
  const exact = singles.filter(({ left }) => left.length === 0)
  const partial = singles.filter(({ left }) => left.length > 0 && left.length < others.length)
  const isOfTested = ({ by, isGreatest }: ItemRule, where: readonly Filter[]): boolean =>
    where.some((one) => one.by.at === by?.at && !isNearest(one, isGreatest === true))
  /** Whether calls were made for several items in the order of a field, and not by chance. */
  const isLikelyOfSeveral = ({ by, isGreatest }: Required<Pick<ItemRule, 'by' | 'isGreatest'>>): boolean =>
    (countNamed(prompt, by.at) > 0 ||
      isNamedIn(prompt, by) ||
      (lists[0] ?? []).length >= MIN_ITEMS_FOR_SEVERAL) &&
    indices.every((index, i) => {
      const [value, last] = [readCell(lists, by, index), readCell(lists, by, indices[i - 1] ?? index)]
      return typeof value === 'number' && (isGreatest ? value <= Number(last) : value >= Number(last))
    })
  /** Which of the items that pass tests are chosen: those with an extreme, or the first. */
  const order = ({ where, left }: Narrowing): ExactRule[] => {
    const words = where.filter((one) => isOfWord(one, prompt)).length
    const isStated = where.every((one) => one.isStated || isOfWord(one, prompt))
    const base = { where: where.map(toTest), isStated: where.length > 0 && isStated }
    const more = (words > 0 ? -WORD_GAIN : 0) + (where.length - Math.max(words, 1)) * BOUND_LOSS
    const cost = where.length === 0 ? OF_EXTREME : OF_BOTH + more
    const extremes = listExtremes(columns, indices, left).filter(
      (one) => !isOfTested({ ...base, ...one }, where) && (indices.length === 1 || isLikelyOfSeveral(one)),
    )
    const [index] = indices as [number]
    const isFirst =
      base.isStated && indices.length === 1 && extremes.length === 0 && left.every((other) => other > index)
    return [
      ...extremes.map((one) => ({
        ...{ ...base, ...one, cost },
        ...(indices.length > 1 && { count: indices.length }),
      })),
      ...(isFirst ? [{ ...base, isFirst, cost: cost - OF_BOTH + OF_FIRST }] : []),
    ]
  }
  const ordered = partial.filter(({ where: [one] }) => one?.test.is !== 'outside').flatMap(order)
  const rules: ExactRule[] = [
    ...exact.map(({ where: [one] }) => toRule([one as Filter], (one as Filter).cost)),
    ...order(narrow([])),
  ]
  const together = exact.some(({ where: [one] }) => one?.isStated)
    ? []
    : listTogether(partial, narrow, prompt)
  // Tests that the prompt states explain more than an extreme that it does not.
  const costTogether = (where: readonly Filter[]): number =>
    where.some((one) => isOfWord(one, prompt)) ? OF_BOTH - WORD_GAIN - 1 : OF_BOTH
  const joined = together.flatMap((one) =>
    one.left.length === 0 ? [toRule(one.where, costTogether(one.where))] : order(one),
  )
  const narrowed = [...ordered, ...joined]
  if (rules.length > 0 || narrowed.length > 0) {
    // Where the prompt names the field and states the bound, an extreme of a part is as likely as one of the whole.
    const isLikely = ({ by, where: [one], isStated }: ExactRule): boolean =>
      isStated && (isNamedIn(prompt, by) || ['===', 'has', 'true', 'false'].includes(one?.test.is ?? ''))
    return [...rules, ...(rules.length > 0 ? narrowed.filter(isLikely) : narrowed)]
  }
  return listPairs(partial)
}

const toTest = ({ by, test }: Filter): RowTest => ({ by, test })
const toRule = (where: readonly Filter[], cost: number): ExactRule => ({
  ...{ where: where.map(toTest), cost },
  isStated: where.every(({ isStated }) => isStated),
})

/** All tests of words of the prompt, with up to two bounds that it states: each of them keeps fewer items. */
function listTogether(
  partial: readonly Narrowing[],
  narrow: (where: readonly Filter[]) => Narrowing,
  prompt: string,
): Narrowing[] {
  const distinct = [...groupBy(partial, ({ left }) => left.join()).values()]
  const filters = distinct.flatMap(([one]) => one?.where ?? [])
  const words = filters.filter((one) => isOfWord(one, prompt)).slice(0, MAX_TOGETHER)
  const bounds = filters
    .filter((one) => one.isStated && one.test.is !== 'outside' && !words.includes(one))
    .slice(0, MAX_TOGETHER)
  const base = narrow(words)
  const add = (found: Narrowing, from = 0): Narrowing[] =>
    bounds.slice(from).flatMap((bound) => {
      const more = narrow([...found.where, bound])
      // Two bounds of one field are a range.
      if (found.where.some(({ by }) => isSameField(by, bound.by))) return []
      return more.left.length < found.left.length ? [more] : []
    })
  const one = add(base)
  const two = one.flatMap((found) => add(found, bounds.indexOf(found.where.at(-1) as Filter) + 1))
  return [base, ...one, ...two].filter(({ where }) => where.length > 1)
}

const isSameField = (one: Column, other: Column): boolean => one.list === other.list && one.at === other.at

/** Two tests that choose the items only together. */
function listPairs(partial: readonly Narrowing[]): ExactRule[] {
  return partial.flatMap(({ where: [one], left }, i) =>
    partial.slice(i + 1).flatMap(({ where: [other], left: also }): ExactRule[] => {
      if (one === undefined || other === undefined) return []
      const isSame = isSameField(one.by, other.by)
      if (left.some((item) => also.includes(item)) || !(one.isStated || other.isStated)) return []
      if (isSame && !(one.test.is === '>=' && other.test.is === '<=')) return []
      return [toRule([one, other], isSame ? OF_RANGE : OF_BOTH)]
    }),
  )
}
