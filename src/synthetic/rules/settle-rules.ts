import { parametersOf, type Rule, type RuleOf } from '../tool-spec/rule.ts'
import { fold } from '../validate/checks/value-checks.ts'

const RANK: Record<Rule['from']['source'], number> = {
  failure: 0,
  schema: 1,
  parameter: 2,
  usage: 3,
  implied: 4,
}

/** Equal for rules of one kind about the same parameters. */
export const ruleKey = (rule: Rule): string =>
  [
    rule.kind,
    ...parametersOf(rule),
    'property' in rule ? rule.property : '',
    'unit' in rule ? rule.unit : '',
  ].join('|')

const folded = (value: string | number): string => fold(String(value))

/** Two lists of the same parameter: prose leaves out what it takes for granted, so both together are allowed. */
function joinLists(one: RuleOf<'one_of'>, other: RuleOf<'one_of'>): RuleOf<'one_of'> {
  const known = new Set(one.values.map(folded))
  return { ...one, values: [...one.values, ...other.values.filter((value) => !known.has(folded(value)))] }
}

const isZero = (bound: number | undefined): boolean => bound === 0 || bound === 1

/**
 * Two ranges of the same parameter. "Positive" beside figures says less than they do; of two different figures the
 * wider is kept, since one of the two must be loose.
 */
function joinRanges(one: RuleOf<'range'>, other: RuleOf<'range'>): RuleOf<'range'> {
  const lower = (a: RuleOf<'range'>, b: RuleOf<'range'>): RuleOf<'range'> => {
    if (a.minimum === undefined) return b
    if (b.minimum === undefined) return a
    if (isZero(a.minimum) !== isZero(b.minimum) && (a.maximum === undefined || b.maximum === undefined))
      return a.maximum === undefined ? b : a
    if (a.minimum !== b.minimum) return a.minimum < b.minimum ? a : b
    return a.exclusiveMinimum ? b : a
  }
  const upper = (a: RuleOf<'range'>, b: RuleOf<'range'>): RuleOf<'range'> => {
    if (a.maximum === undefined) return b
    if (b.maximum === undefined) return a
    if (a.maximum !== b.maximum) return a.maximum > b.maximum ? a : b
    return a.exclusiveMaximum ? b : a
  }
  const [low, high] = [lower(one, other), upper(one, other)]
  const { minimum: _, maximum: __, ...rest } = one
  return {
    ...rest,
    ...(low.minimum === undefined ? {} : { minimum: low.minimum }),
    ...(high.maximum === undefined ? {} : { maximum: high.maximum }),
    exclusiveMinimum: low.exclusiveMinimum,
    exclusiveMaximum: high.exclusiveMaximum,
    allow: [...new Set([...one.allow, ...other.allow])],
  }
}

/** Kinds of which equal parameters make equal rules. */
const ALIKE = new Set('non_empty format equal_length exists exclusive any_of ordering'.split(' '))

/** What two rules of one kind say of the same parameters; the first has precedence where only one can stand. */
function join(one: Rule, other: Rule): Rule[] {
  if (one.kind === 'one_of' && other.kind === 'one_of' && one.quantifier === other.quantifier)
    return [joinLists(one, other)]
  if (one.kind === 'range' && other.kind === 'range') return [joinRanges(one, other)]
  if (ALIKE.has(one.kind)) return [one]
  return JSON.stringify({ ...one, from: 0, message: 0 }) === JSON.stringify({ ...other, from: 0, message: 0 })
    ? [one]
    : [one, other]
}

type Bounded = RuleOf<'range'> | RuleOf<'length'> | RuleOf<'item_count'>

const isBounded = (rule: Rule): rule is Bounded =>
  rule.kind === 'range' || rule.kind === 'length' || rule.kind === 'item_count'

/** Whether bounds of one thing, taken together, leave nothing. */
function leaveNothing(rules: readonly Bounded[]): boolean {
  const low = Math.max(...rules.map(({ minimum = Number.NEGATIVE_INFINITY }) => minimum))
  const high = Math.min(...rules.map(({ maximum = Number.POSITIVE_INFINITY }) => maximum))
  const isOpen = rules.some(
    (rule) =>
      rule.kind === 'range' &&
      ((rule.exclusiveMinimum && rule.minimum === low) || (rule.exclusiveMaximum && rule.maximum === high)),
  )
  return low > high || (low === high && isOpen)
}

/** The rules of which no argument could keep all: what bounds the same thing and leaves nothing. */
function contradicting(rules: readonly Rule[]): Rule[] {
  const bounded = rules.filter(isBounded)
  return bounded.filter((rule) => leaveNothing(bounded.filter((other) => ruleKey(other) === ruleKey(rule))))
}

/**
 * One rule for each kind and parameter: failure modes speak first, then the schema, descriptions and what is implied.
 * Rules that contradict each other are left out.
 */
export function settleRules(rules: readonly Rule[]): Rule[] {
  const ranked = [...rules].sort((a, b) => RANK[a.from.source] - RANK[b.from.source])
  const settled = new Map<string, Rule[]>()
  for (const rule of ranked) {
    const key = ruleKey(rule)
    const known = settled.get(key) ?? []
    const last = known.at(-1)
    settled.set(key, last === undefined ? [rule] : [...known.slice(0, -1), ...join(last, rule)])
  }
  const all = [...settled.values()].flat()
  const dropped = new Set(contradicting(all))
  return all.filter((rule) => !dropped.has(rule))
}
