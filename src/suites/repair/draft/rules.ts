import { groupBy } from '../../../shared/group.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import type { Column, ItemRule, RowTest } from '../../print/rows.ts'
import { type ExactRule, listExactRules } from './exact-rules.ts'
import { countNamed, isBesideName } from './prompt-words.ts'
import { DAY_START, type FilterGround, isNamedIn, passes, readCell } from './row-tests.ts'

/** A rule that chooses the items that a task goes on with. */
export interface FoundRule extends ExactRule {
  /** Whether the prompt names the field of this extreme or flag, and no other rule is as likely. */
  isDecided?: boolean
}

/** What rules are searched in. */
export interface RuleGround extends FilterGround {
  /** Whether a task goes on with a field: it is likelier the reason than what it never mentions. */
  isPassedOn?: (by: Column) => boolean
  /** Where the first list is in its result: what plain values are named by. */
  listAt?: string
}

/** More rules than these explain nothing. */
const MAX_RULES = 3
/** What it gains a rule that the prompt names its field: by a word, by each word if it has all, next to the bound. */
const [NAMED_GAIN, WHOLE_GAIN, BESIDE_GAIN, PASSED_GAIN] = [2.5, 0.25, 1.5, 0.5]
/** An extreme is likelier of a date than of a number, and least likely of a part of a field. */
const [DATE_GAIN, NESTED_LOSS] = [0.6, 1.5]
/**
 * Rules that choose just these items, by simplicity: a value, a flag, a bound or a range of one field, or the extreme of
 * one, perhaps among those that pass a test. If there are none, two tests may.
 */
export function findRules(indices: readonly number[], ground: RuleGround): FoundRule[] {
  const { lists, refused = [] } = ground
  /** A rule, and that items which a call was refused for are out. */
  const leaveOut = (rule: FoundRule): FoundRule => {
    const out = refused.filter(({ index }) =>
      rule.where.every(({ by, test }) => passes(readCell(lists, by, index), test)),
    )
    return {
      ...rule,
      where: [...out.map(({ by, value }): RowTest => ({ by, test: { is: '!==', value } })), ...rule.where],
    }
  }
  return rankRules(indices, ground).map(leaveOut)
}

function rankRules(indices: readonly number[], ground: RuleGround): FoundRule[] {
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
    // That the prompt names what is passed on has a reason already.
    (rule.by === undefined || !isPassedOn(rule.by) ? 0 : countWords(rule) > 0 ? -PASSED_GAIN : PASSED_GAIN) -
    (!rule.isFirst && isNamedIn(prompt, rule.by ?? rule.where[0]?.by) ? NAMED_GAIN : 0) -
    countWords(rule) * WHOLE_GAIN -
    (isBeside(rule) ? BESIDE_GAIN : 0)
  const sorted = listExactRules(indices, ground).sort((one, other) => rank(one) - rank(other))
  // Of tests of one field that keep the same items, the distinct says enough.
  const writeKept = ({ by, where, isFirst }: FoundRule): string =>
    JSON.stringify([
      by ?? isFirst,
      where.map((one) => [
        one.by,
        [...(lists[0] ?? []).keys()].filter((i) => passes(readCell(lists, one.by, i), one.test)),
      ]),
    ])
  const distinct = [...groupBy(sorted, writeKept).values()].flatMap(([rule]) => rule ?? [])
  const beside = distinct.filter((rule) => isBeside(rule) && !rule.isFirst)
  if (beside.length === 1) return beside
  const named = distinct.filter((rule) => countWords(rule) > 0)
  const [decided] = named
  if (
    decided !== undefined &&
    decided.count === undefined &&
    named.length === 1 &&
    distinct.every(({ by, isFirst }) => by ?? isFirst)
  )
    return [{ ...decided, isDecided: true }, ...distinct.filter((one) => one !== decided)].slice(0, MAX_RULES)
  // "the main account" names the item with the flag `main`.
  const flagged = distinct.filter(
    ({ by, isFirst, where: [one, ...more] }) =>
      by === undefined &&
      !isFirst &&
      one?.test.is === 'true' &&
      more.length === 0 &&
      countNamed(prompt, one.by.at) > 0,
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
  if (test.is === 'has') return `${field} with ${JSON.stringify(test.value)}`
  if ('place' in test && test.place) return `${field} ${test.is} ${nameField(test.place.at)}`
  if ('value' in test) return `${field} ${test.is.slice(0, 2)} ${JSON.stringify(test.value)}`
  return 'from' in test ? `${field} ${test.is} ${test.from} and ${test.to}` : `${field} is ${test.is}`
}

/** A rule in words. */
export const describeRule = ({ where, by, isGreatest, isFirst }: ItemRule): string =>
  [
    ...(isFirst ? ['the first'] : []),
    ...(by === undefined ? [] : [`the ${isGreatest ? 'greatest' : 'least'} ${nameField(by.at)}`]),
    ...(where.length === 0 ? [] : [where.map(describeTest).join(' and ')]),
  ].join(', where ')
