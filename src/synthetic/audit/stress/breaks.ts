import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { parametersOf, type Rule, type RuleKind, type RuleOf } from '../../tool-spec/rule.ts'
import type { SpecParameter, SpecShape } from '../../tool-spec/tool-spec.ts'
import { collectionFor } from '../../validate/checks/call-checks.ts'
import { isEmpty } from '../../validate/given.ts'
import { admissible, admissibleCall, type CallFacts, FORMAT_SAMPLES, isAcross, later } from './admissible.ts'

/** A call with one thing wrong: the parameters that may be blamed, and the status code that is due. */
interface Broken {
  readonly args: JsonObject
  readonly blame: readonly string[]
  readonly code?: number
}

/**
 * Breaks one rule in a correct call; gives undefined where the call has nothing to break it with, or where a value
 * that breaks it would count as left out.
 */
type Break<R extends Rule> = (rule: R, args: JsonObject, ground: CallFacts) => JsonObject | undefined

function replaceInside(value: Json, property: string | undefined, next: Json): Json | undefined {
  if (Array.isArray(value)) {
    const [first, ...rest] = value
    if (first === undefined) return property === undefined ? [next] : undefined
    const replaced = replaceInside(first, property, next)
    return replaced === undefined ? undefined : [replaced, ...rest]
  }
  if (property === undefined) return next
  return isObject(value) ? { ...value, [property]: next } : undefined
}

/** Whether a value says nothing at its place: an optional parameter that is blank, or its default. */
function saysNothing(name: string, value: Json, { tool }: CallFacts): boolean {
  const parameter = tool.parameters.find((one) => one.name === name)
  if (parameter === undefined || parameter.required) return false
  return value === null || isEmpty(value) || JSON.stringify(value) === JSON.stringify(parameter.default)
}

/** The call with another value; undefined where the value would count as left out. */
const withValue = (
  args: JsonObject,
  name: string,
  value: Json | undefined,
  ground: CallFacts,
): JsonObject | undefined =>
  value === undefined || saysNothing(name, value, ground) ? undefined : { ...args, [name]: value }

/** The parameter and those that a rule ties to it: one that breaks it may break their rule as well, and be told so. */
const tiedTo = (name: string, { tool }: CallFacts): string[] => [
  ...new Set([
    name,
    ...tool.rules
      .filter((rule) => isAcross(rule) && parametersOf(rule).includes(name))
      .flatMap((rule) => parametersOf(rule)),
  ]),
]

/** Arrays and texts are not made longer than this. */
const MAX_LENGTH = 20_000

const inside = (
  args: JsonObject,
  { parameter, property }: { parameter: string; property?: string | undefined },
  next: Json,
) => {
  const value = args[parameter]
  return value === undefined ? undefined : replaceInside(value, property, next)
}

/** Values that break a rule of one value. A range is left by a whole step, on a side that is closed. */
const BAD_VALUES = {
  one_of: ({ values }: RuleOf<'one_of'>): Json[] => [
    typeof values[0] === 'string' ? 'none of these' : Math.max(...values.map(Number)) + 1,
  ],
  range({ minimum: low, maximum: high, exclusiveMinimum, exclusiveMaximum, allow }: RuleOf<'range'>): Json[] {
    const below = low === undefined ? [] : [...(exclusiveMinimum ? [low] : []), low - 1, low - 2]
    const above = high === undefined ? [] : [...(exclusiveMaximum ? [high] : []), high + 1, high + 2]
    return [...below, ...above].filter((number) => !allow.includes(number))
  },
  length({ unit, minimum = 0, maximum = MAX_LENGTH }: RuleOf<'length'>): Json[] {
    const textOf = (count: number): string =>
      unit === 'words' ? Array(count).fill('word').join(' ') : 'x'.repeat(count)
    return [
      ...(minimum > 0 ? [textOf(minimum - 1)] : []),
      ...(maximum < MAX_LENGTH ? [textOf(maximum + 1)] : []),
    ]
  },
  format: ({ format }: RuleOf<'format'>): Json[] => [FORMAT_SAMPLES[format].bad],
}

type ValueRule = RuleOf<keyof typeof BAD_VALUES>

const breakValue: Break<ValueRule> = (rule, args, ground) => {
  const { parameter } = rule
  const given = args[parameter]
  const all = (BAD_VALUES as { [kind: string]: (rule: never) => Json[] })[rule.kind]?.(rule as never) ?? []
  // Of a list that needs one option, every item has to be another.
  const isSome = rule.kind === 'one_of' && rule.quantifier === 'some' && Array.isArray(given)
  return ground.rng
    .shuffle(all)
    .map((bad) => withValue(args, parameter, isSome ? given.map(() => bad) : inside(args, rule, bad), ground))
    .find((one) => one !== undefined)
}

const resized = (items: readonly Json[], length: number): Json[] =>
  Array.from({ length }, (_, i) => items[i % items.length] ?? null)

/** Too few items or too many; arrays that must be as long as another keep step, so that only the count is wrong. */
const breakItemCount: Break<RuleOf<'item_count'>> = (rule, args, ground) => {
  const { parameter, minimum = 0, maximum = MAX_LENGTH } = rule
  const value = args[parameter]
  if (!Array.isArray(value) || value.length === 0) return undefined
  const counts = [...(minimum > 0 ? [minimum - 1] : []), ...(maximum < MAX_LENGTH ? [maximum + 1] : [])]
  const count = ground.rng
    .shuffle(counts)
    .find((one) => withValue(args, parameter, resized(value, one), ground) !== undefined)
  if (count === undefined) return undefined
  const partners = ground.tool.rules.flatMap((one) =>
    one.kind === 'equal_length' && one.parameters.includes(parameter) ? one.parameters : [],
  )
  const cut = [parameter, ...partners].flatMap((name) => {
    const items = args[name]
    return Array.isArray(items) && items.length > 0 ? [[name, resized(items, count)] as const] : []
  })
  return { ...args, ...Object.fromEntries(cut) }
}

const breakEqualLength: Break<RuleOf<'equal_length'>> = ({ parameters }, args, { rng }) => {
  const given = parameters.filter((name) => Array.isArray(args[name]))
  const name = given.length < 2 ? undefined : rng.pick(given)
  const value = name === undefined ? undefined : args[name]
  if (name === undefined || !Array.isArray(value) || value.length === 0) return undefined
  return { ...args, [name]: [...value, value.at(-1) ?? null] }
}

const breakRequiredIf: Break<RuleOf<'required_if'>> = ({ parameter, when }, args, ground) => {
  const find = (wanted: string) => ground.tool.parameters.find(({ name }) => name === wanted)
  const condition = find(when.parameter)
  if (condition === undefined || find(parameter)?.default != null) return undefined
  const value = when.values?.[0] ?? admissible(condition, ground)
  const shown: Json = condition.type === 'array' && !Array.isArray(value) ? [value] : value
  // What else is required with that value is given, so that this one alone is missing.
  const { [parameter]: _, ...rest } = admissibleCall({ ...args, [when.parameter]: shown }, ground)
  return rest
}

const breakExclusive: Break<RuleOf<'exclusive'>> = ({ parameters }, args, ground) => {
  const added = ground.tool.parameters.flatMap((parameter) =>
    parameters.includes(parameter.name) && args[parameter.name] == null
      ? [[parameter.name, admissible(parameter, ground)] as const]
      : [],
  )
  return { ...args, ...Object.fromEntries(added) }
}

const breakAnyOf: Break<RuleOf<'any_of'>> = ({ parameters }, args, { tool }) => {
  const cannot = tool.parameters.some(
    ({ name, required, default: standard }) => parameters.includes(name) && (required || standard != null),
  )
  const rest = Object.entries(args).filter(([name]) => !parameters.includes(name))
  return cannot ? undefined : Object.fromEntries(rest)
}

/** A date of ISO 8601 or a time of day: texts that sort as they follow on each other where they are spelled alike. */
const isTime = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(value)

/** Swaps two values that are in order; where they are equal, the lesser becomes a later one. */
const breakOrdering: Break<RuleOf<'ordering'>> = ({ lesser, greater }, args) => {
  const [low, high] = [args[lesser], args[greater]]
  const swapped = { ...args, [lesser]: high ?? null, [greater]: low ?? null }
  if (typeof low === 'number' && typeof high === 'number')
    return low < high ? swapped : { ...args, [lesser]: high + 1 }
  if (!isTime(low) || !isTime(high)) return undefined
  const next = later(high)
  if (low < high) return swapped
  return next === undefined ? undefined : { ...args, [lesser]: next }
}

/** A key like those that are there, which is not there: other digits, or a text of its own where there are none. */
export function absentKey(keys: readonly string[]): string | undefined {
  const taken = new Set(keys)
  const [like = 'X0'] = keys
  for (let i = 0; i < 1000; i++) {
    const digits = String(987_654_321 - i * 37)
    let at = 0
    const other = like.replace(/\d/g, () => digits[at++ % digits.length] ?? '9')
    const key = /\d/.test(like) ? other : `${like}-absent-${i}`
    if (!taken.has(key)) return key
  }
  return undefined
}

const breakExists: Break<RuleOf<'exists'>> = ({ parameter, collection }, args, { state, tool }) => {
  const records = collectionFor(state, parameter, collection)
  const value = args[parameter]
  const key = records === undefined ? undefined : absentKey([...records.keys()])
  if (value === undefined || key === undefined) return undefined
  const isNumber =
    (tool.parameters.find(({ name }) => name === parameter)?.items?.type ?? typeof value) === 'number'
  const next = replaceInside(value, undefined, isNumber ? Number(key) : key)
  return next === undefined ? undefined : { ...args, [parameter]: next }
}

const BREAKS = {
  one_of: breakValue,
  range: breakValue,
  length: breakValue,
  item_count: breakItemCount,
  // A blank counts as given where only emptiness is minded.
  non_empty(rule, args) {
    const next = inside(args, rule, '  ')
    return next === undefined ? undefined : { ...args, [rule.parameter]: next }
  },
  format: breakValue,
  equal_length: breakEqualLength,
  required_if: breakRequiredIf,
  exclusive: breakExclusive,
  any_of: breakAnyOf,
  ordering: breakOrdering,
  exists: breakExists,
} satisfies { [K in RuleKind]?: Break<RuleOf<K>> }

/** Breaks a rule in a correct call that gives its parameters; undefined where that cannot be done for sure. */
export function breakRule(rule: Rule, args: JsonObject, ground: CallFacts): Broken | undefined {
  const breaks = (BREAKS as { [kind: string]: Break<never> | undefined })[rule.kind]
  const broken = breaks?.(rule as never, args, ground)
  const blame = parametersOf(rule).flatMap((name) => tiedTo(name, ground))
  return (
    broken && {
      args: broken,
      blame: [
        ...new Set(rule.kind === 'required_if' ? [...blame, ...tiedTo(rule.when.parameter, ground)] : blame),
      ],
      ...(rule.kind === 'exists' ? { code: 404 } : {}),
    }
  )
}

interface SchemaFault extends Broken {
  readonly fault: 'missing_parameter' | 'unknown_parameter' | 'type' | 'item_type'
}

/** A value of another type than the shape's, that no reader could take for one of it; undefined for any. */
const WRONG_VALUES: Readonly<Record<SpecShape['type'], Json | undefined>> = {
  string: 4711,
  number: 'a dozen',
  integer: 'a dozen',
  boolean: 'perhaps',
  array: 'not a list',
  object: 'not an object',
  any: undefined,
}

/** A required argument left out, one that is not a parameter, one of the wrong type, an item of the wrong type. */
export function schemaFaults(args: JsonObject, ground: CallFacts): SchemaFault[] {
  const { tool, rng } = ground
  const first = <T>(all: readonly (T | undefined)[]): T[] => {
    const some = all.filter((one) => one !== undefined)
    return some.length === 0 ? [] : [rng.pick(some)]
  }
  const given = tool.parameters.filter(({ name }) => args[name] != null)
  const missing = ({ name, required }: SpecParameter): SchemaFault | undefined => {
    const { [name]: _, ...rest } = args
    return required ? { fault: 'missing_parameter', args: rest, blame: [name] } : undefined
  }
  const stranger = 'unexpected_option'
  const unknown: SchemaFault[] = tool.parameters.some(({ name }) => name === stranger)
    ? []
    : [{ fault: 'unknown_parameter', args: { ...args, [stranger]: 'x' }, blame: [stranger] }]
  const typed = ({ name, type }: SpecParameter): SchemaFault | undefined => {
    const broken = withValue(args, name, WRONG_VALUES[type], ground)
    return broken && { fault: 'type', args: broken, blame: [name] }
  }
  const itemTyped = ({ name, items }: SpecParameter): SchemaFault | undefined => {
    const value = args[name]
    const wrong = items && WRONG_VALUES[items.type]
    if (!Array.isArray(value) || value.length === 0 || wrong === undefined) return undefined
    return { fault: 'item_type', args: { ...args, [name]: [...value.slice(0, -1), wrong] }, blame: [name] }
  }
  return [
    ...first(given.map(missing)),
    ...unknown,
    ...first(given.map(typed)),
    ...first(given.map(itemTyped)),
  ]
}
