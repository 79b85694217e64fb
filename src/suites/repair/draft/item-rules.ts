import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { groupBy } from '../../../shared/group.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import type { ItemRule } from '../../print/item-choice.ts'
import { isIdName, nameAt } from '../record/infer-schema.ts'
import { readRank } from '../record/recorded-values.ts'

export interface Extreme {
  /** JSON Pointer from a choice to what is compared. */
  by: string
  isGreatest: boolean
}

/** More rules than these explain nothing. */
export const MAX_RULES = 3
/** A shorter text is in a prompt by chance. */
const MIN_LETTERS = 3

/** Whether a value is less than another, also as code compares them: the text "9" is not less than "10". */
function isLess(one: Json, other: Json): boolean {
  const [rank, limit] = [readRank(one), readRank(other)]
  return rank !== undefined && limit !== undefined && rank < limit && (one as number) < (other as number)
}

/** The fields of which one value has the greatest or least of all, first the one that is taken. */
export function findExtremeFields(chosen: Json, rivals: readonly Json[], give: string): Extreme[] {
  const found = leavesOf(chosen).flatMap(({ pointer: by, value }): Extreme[] => {
    if (isIdName(nameAt(by)) || readRank(value) === undefined) return []
    const others = rivals.map((rival) => readValueAt(rival, by) ?? null)
    const isAbove = others.every((other) => isLess(other, value))
    const isBelow = others.every((other) => isLess(value, other))
    return isAbove || isBelow ? [{ by, isGreatest: isAbove }] : []
  })
  return found.sort((a, b) => Number(b.by === give) - Number(a.by === give))
}

type Condition = NonNullable<ItemRule['where']>

/** Whether a value of an item fulfils a condition. */
function fulfils(item: Json, { by, sign, value }: Condition): boolean {
  const found = readValueAt(item, by)
  if (sign === '===') return found === value
  if (typeof found !== 'number' || typeof value !== 'number') return false
  return sign === '>=' ? found >= value : found <= value
}

/** Conditions with a value that the prompt states, which all of the chosen items fulfil and not all of the others. */
function listConditions(chosen: readonly Json[], others: readonly Json[], prompt: string): Condition[] {
  const numbers = [...new Set(findNumbers(prompt).map(({ value }) => value))]
  const [first = null] = chosen
  return leavesOf(first).flatMap(({ pointer: by, value }): Condition[] => {
    const isSaid =
      typeof value === 'string' &&
      value.length >= MIN_LETTERS &&
      carries(prompt.toLowerCase(), value.toLowerCase())
    const conditions: Condition[] = isSaid
      ? [{ by, sign: '===', value }]
      : typeof value === 'number' && !isIdName(nameAt(by))
        ? numbers.flatMap((n): Condition[] => [
            { by, sign: '>=', value: n },
            { by, sign: '<=', value: n },
          ])
        : []
    return conditions.filter(
      (one) => chosen.every((item) => fulfils(item, one)) && !others.every((item) => fulfils(item, one)),
    )
  })
}

/**
 * Rules that choose just these items of a list: an extreme of one field; a value that the prompt states, as in "a score of
 * 80 or more"; or both.
 *
 * @param rivals All other items of the list
 */
export function findItemRules(
  chosen: readonly Json[],
  rivals: readonly Json[],
  prompt: string,
  give = '',
): ItemRule[] {
  if (!chosen.every(isObject) || !rivals.every(isObject)) {
    const [only = null, ...more] = chosen
    return more.length > 0 ? [] : findExtremeFields(only, rivals, give)
  }
  const [first, ...others] = chosen
  const plain = others.length === 0 ? findExtremeFields(first as Json, rivals, give) : []
  if (plain.length > 0) return plain.slice(0, MAX_RULES)
  const conditions = listConditions(chosen, rivals, prompt)
  const leave = (where: Condition): Json[] => rivals.filter((one) => fulfils(one, where))
  const exact = conditions.filter((where) => leave(where).length === 0)
  const rules =
    exact.length > 0 || others.length > 0
      ? exact.map((where): ItemRule => ({ where }))
      : conditions.flatMap((where) =>
          findExtremeFields(first as Json, leave(where), give)
            .filter(({ by }) => by !== where.by)
            .map((one): ItemRule => ({ where, ...one })),
        )
  // Of conditions that leave the same items, the first of the prompt says enough.
  const left = (rule: ItemRule): string =>
    JSON.stringify([rule.by, rule.where && rivals.map((one) => fulfils(one, rule.where as Condition))])
  return [...groupBy(rules, left).values()].flatMap(([rule]) => rule ?? []).slice(0, MAX_RULES)
}

const nameField = (pointer: string): string => pointer.slice(1) || 'value'

/** A rule in words. */
export const describeItemRule = ({ where, by, isGreatest, of }: ItemRule): string =>
  [
    ...(by === undefined ? [] : [`the ${isGreatest ? 'greatest' : 'least'} ${nameField(by)}`]),
    ...(where === undefined
      ? []
      : [
          `${of === undefined ? '' : 'the result has '}${nameField(where.by)} ${where.sign.slice(0, 2)} ${JSON.stringify(where.value)}`,
        ]),
  ].join(', where ')
