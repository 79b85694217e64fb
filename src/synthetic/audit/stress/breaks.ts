import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { parametersOf, type Rule, type RuleKind, type RuleOf } from '../../tool-spec/rule.ts'
import type { SpecParameter, SpecShape } from '../../tool-spec/tool-spec.ts'
import { collectionFor } from '../../validate/checks/call-checks.ts'
import { isEmpty } from '../../validate/given.ts'
import {
  admissible,
  admissibleCall,
  type CallGround,
  FORMAT_SAMPLES,
  isAcross,
  later,
  rulesOn,
} from './admissible.ts'

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
type Break<R extends Rule> = (rule: R, args: JsonObject, ground: CallGround) => Broken | undefined

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
function saysNothing(name: string, value: Json, { tool }: CallGround): boolean {
  const parameter = tool.parameters.find((one) => one.name === name)
  if (parameter === undefined || parameter.required) return false
  return value === null || isEmpty(value) || JSON.stringify(value) === JSON.stringify(parameter.default)
}

/** The call with another value; undefined where the value would count as left out. */
function withValue(
  args: JsonObject,
  name: string,
  value: Json | undefined,
  ground: CallGround,
): Broken | undefined {
  if (value === undefined || saysNothing(name, value, ground)) return undefined
  return { args: { ...args, [name]: value }, blame: [name] }
}

/** The parameter and those that a rule ties to it: one that breaks it may break their rule as well, and be told so. */
export const tiedTo = (name: string, { tool }: CallGround): string[] => [
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
  const broken = ground.rng
    .shuffle(all)
    .map((bad) => withValue(args, parameter, isSome ? given.map(() => bad) : inside(args, rule, bad), ground))
  return broken.find((one) => one !== undefined)
}

const breakNonEmpty: Break<RuleOf<'non_empty'>> = (rule, args) => {
  const next = inside(args, rule, '  ')
  return next === undefined
    ? undefined
    : { args: { ...args, [rule.parameter]: next }, blame: [rule.parameter] }
}

/** Too few items or too many; arrays that must be as long as another keep step, so that only the count is wrong. */
const breakItemCount: Break<RuleOf<'item_count'>> = (rule, args, ground) => {
  const { parameter, minimum = 0, maximum } = rule
  const value = args[parameter]
  if (!Array.isArray(value) || value.length === 0) return undefined
  const counts = [
    ...(minimum > 0 ? [minimum - 1] : []),
    ...(maximum === undefined || maximum >= MAX_LENGTH ? [] : [maximum + 1]),
  ]
  const of = (items: readonly Json[], count: number): Json[] =>
    Array.from({ length: count }, (_, i) => items[i % items.length] ?? null)
  const partners = ground.tool.rules.flatMap((one) =>
    one.kind === 'equal_length' && one.parameters.includes(parameter) ? one.parameters : [],
  )
  const broken = ground.rng.shuffle(counts).map((count): Broken | undefined => {
    const changed = withValue(args, parameter, of(value, count), ground)
    if (changed === undefined) return undefined
    const others = partners.flatMap((name) => {
      const items = args[name]
      return name !== parameter && Array.isArray(items) && items.length > 0
        ? [[name, of(items, count)] as const]
        : []
    })
    // A partner may have bounds of its own, and be blamed by them.
    const bounded = others
      .map(([name]) => name)
      .filter((name) => rulesOn(ground.tool, 'item_count', name).length > 0)
    return { args: { ...changed.args, ...Object.fromEntries(others) }, blame: [parameter, ...bounded] }
  })
  return broken.find((one) => one !== undefined)
}

const defaultOf = (name: string, { tool }: Parameters<Break<RuleOf<'any_of'>>>[2]): Json | undefined =>
  tool.parameters.find((parameter) => parameter.name === name)?.default

const breakEqualLength: Break<RuleOf<'equal_length'>> = ({ parameters }, args, ground) => {
  const given = parameters.filter((name) => Array.isArray(args[name]))
  const name = given.length < 2 ? undefined : ground.rng.pick(given)
  const value = name === undefined ? undefined : args[name]
  if (name === undefined || !Array.isArray(value) || value.length === 0) return undefined
  return { args: { ...args, [name]: [...value, value.at(-1) ?? null] }, blame: tiedTo(name, ground) }
}

const breakRequiredIf: Break<RuleOf<'required_if'>> = ({ parameter, when }, args, ground) => {
  const condition = ground.tool.parameters.find(({ name }) => name === when.parameter)
  if (condition === undefined || defaultOf(parameter, ground) != null) return undefined
  const value = when.values?.[0] ?? admissible(condition, ground)
  const shown: Json = condition.type === 'array' && !Array.isArray(value) ? [value] : value
  // What else is required with that value is given, so that this one alone is missing.
  const { [parameter]: _, ...rest } = admissibleCall({ ...args, [when.parameter]: shown }, ground)
  return { args: rest, blame: [parameter, when.parameter] }
}

const breakExclusive: Break<RuleOf<'exclusive'>> = ({ parameters }, args, ground) => {
  const added = ground.tool.parameters.flatMap((parameter) =>
    parameters.includes(parameter.name) && args[parameter.name] == null
      ? [[parameter.name, admissible(parameter, ground)] as const]
      : [],
  )
  return { args: { ...args, ...Object.fromEntries(added) }, blame: parameters }
}

const breakAnyOf: Break<RuleOf<'any_of'>> = ({ parameters }, args, ground) => {
  const cannot = ground.tool.parameters.some(
    ({ name, required, default: standard }) => parameters.includes(name) && (required || standard != null),
  )
  if (cannot) return undefined
  const rest = Object.entries(args).filter(([name]) => !parameters.includes(name))
  return { args: Object.fromEntries(rest), blame: parameters }
}

/** A date of ISO 8601 or a time of day: texts that sort as they follow on each other where they are spelled alike. */
const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(text)

/** Swaps two values that are in order; where they are equal, or are not dates or numbers, puts others there. */
const breakOrdering: Break<RuleOf<'ordering'>> = ({ lesser, greater, strict }, args) => {
  const [low, high] = [args[lesser], args[greater]]
  const blame = [lesser, greater]
  if (low === undefined || high === undefined) return undefined
  if (typeof low === 'number' && typeof high === 'number') {
    if (low < high) return { args: { ...args, [lesser]: high, [greater]: low }, blame }
    return strict || low > high ? { args, blame } : { args: { ...args, [lesser]: high + 1 }, blame }
  }
  if (typeof low !== 'string' || typeof high !== 'string') return undefined
  if (!isTime(low) || !isTime(high)) return undefined
  if (low < high) return { args: { ...args, [lesser]: high, [greater]: low }, blame }
  const next = later(high)
  return next === undefined ? undefined : { args: { ...args, [lesser]: next }, blame }
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
  return next === undefined
    ? undefined
    : { args: { ...args, [parameter]: next }, blame: [parameter], code: 404 }
}

const BREAKS = {
  one_of: breakValue,
  range: breakValue,
  length: breakValue,
  item_count: breakItemCount,
  non_empty: breakNonEmpty,
  format: breakValue,
  equal_length: breakEqualLength,
  required_if: breakRequiredIf,
  exclusive: breakExclusive,
  any_of: breakAnyOf,
  ordering: breakOrdering,
  exists: breakExists,
} satisfies { [K in RuleKind]?: Break<RuleOf<K>> }

/** Breaks a rule in a correct call that gives its parameters; undefined where that cannot be done for sure. */
export const breakRule = (rule: Rule, args: JsonObject, ground: CallGround): Broken | undefined =>
  (BREAKS as { [kind: string]: Break<never> | undefined })[rule.kind]?.(rule as never, args, ground)

interface SchemaFault extends Broken {
  readonly fault: 'missing_parameter' | 'unknown_parameter' | 'type' | 'item_type'
}

/** A value of another type than the shape's, that no reader could take for one of it; undefined for any. */
function wrongValue({ type }: SpecShape): Json | undefined {
  switch (type) {
    case 'string':
      return 4711
    case 'boolean':
      return 'perhaps'
    case 'any':
      return undefined
    case 'array':
      return 'not a list'
    case 'object':
      return 'not an object'
    default:
      return 'a dozen'
  }
}

/** A required argument left out, one that is not a parameter, one of the wrong type, an item of the wrong type. */
export function schemaFaults(args: JsonObject, ground: CallGround): SchemaFault[] {
  const { tool, rng } = ground
  const first = <T>(all: readonly (T | undefined)[]): T[] => {
    const some = all.filter((one) => one !== undefined)
    return some.length === 0 ? [] : [rng.pick(some)]
  }
  const given = tool.parameters.filter(({ name }) => args[name] != null)
  const missing = first(
    given
      .filter(({ required }) => required)
      .map(({ name }): SchemaFault => {
        const { [name]: _, ...rest } = args
        return { fault: 'missing_parameter', args: rest, blame: [name] }
      }),
  )
  const stranger = ['unexpected_option', 'unexpected_option_2'].find(
    (name) => !tool.parameters.some((parameter) => parameter.name === name),
  )
  const unknown: SchemaFault[] =
    stranger === undefined
      ? []
      : [{ fault: 'unknown_parameter', args: { ...args, [stranger]: 'x' }, blame: [stranger] }]
  const typed = (parameter: SpecParameter): SchemaFault | undefined => {
    const broken = withValue(args, parameter.name, wrongValue(parameter), ground)
    return broken && { fault: 'type', ...broken }
  }
  const itemTyped = ({ name, items }: SpecParameter): SchemaFault | undefined => {
    const value = args[name]
    const wrong = items && wrongValue(items)
    if (!Array.isArray(value) || value.length === 0 || wrong === undefined) return undefined
    return { fault: 'item_type', args: { ...args, [name]: [...value.slice(0, -1), wrong] }, blame: [name] }
  }
  return [...missing, ...unknown, ...first(given.map(typed)), ...first(given.map(itemTyped))]
}
