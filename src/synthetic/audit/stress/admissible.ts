import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { type SchemaPlace, schemaValue, type ValueMaker } from '../../../shared/schema-value.ts'
import { recordsOf } from '../../../tools/imported/store/given-state.ts'
import { fieldOf } from '../../../tools/imported/store/records.ts'
import { schemaOf } from '../../simulate/json-schema.ts'
import type { Format, Rule, RuleKind, RuleOf } from '../../tool-spec/rule.ts'
import type { SpecParameter, ToolSpec } from '../../tool-spec/tool-spec.ts'
import { collectionFor } from '../../validate/checks/call-checks.ts'

/** What values are drawn from: the tool with its rules, the state, and draws. */
export interface CallFacts {
  readonly tool: ToolSpec
  readonly state: JsonObject
  readonly rng: Rng
}

/** The rules of a kind that speak of one parameter, and of one property of its objects or of the value itself. */
export function rulesOn<K extends RuleKind>(
  { rules }: ToolSpec,
  kind: K,
  parameter: string,
  property?: string,
): RuleOf<K>[] {
  return rules.filter(
    (rule): rule is RuleOf<K> =>
      rule.kind === kind &&
      'parameter' in rule &&
      rule.parameter === parameter &&
      (!('property' in rule) || rule.property === property),
  )
}

/** The narrowest bounds of several rules; undefined where a side is open. */
function bounds(rules: readonly { minimum?: number | undefined; maximum?: number | undefined }[]) {
  const low = rules.flatMap(({ minimum }) => (minimum === undefined ? [] : [minimum]))
  const high = rules.flatMap(({ maximum }) => (maximum === undefined ? [] : [maximum]))
  return {
    low: low.length === 0 ? undefined : Math.max(...low),
    high: high.length === 0 ? undefined : Math.min(...high),
  }
}

function numberWithin(
  isInteger: boolean,
  ranges: readonly RuleOf<'range'>[],
  rng: Rng,
  isSmall: boolean,
): number {
  const { low, high } = bounds(ranges)
  // Above a bound that is excluded, too.
  if (isSmall) return low === undefined || low < 1 ? 1 : low + 1
  const least = low ?? (high === undefined || high > 1 ? 1 : high - 10)
  const most = high ?? least + 9
  if (isInteger) {
    const isOpen = most - least >= 2
    return rng.int(Math.ceil(isOpen ? least + 1 : least), Math.floor(isOpen ? most - 1 : most))
  }
  return Number((least + (most - least) * rng.decimal(0.2, 0.8, 2)).toFixed(4))
}

const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'harbor'] as const

function textOf(name: string, lengths: readonly RuleOf<'length'>[], rng: Rng): string {
  const word = (): string => rng.pick(WORDS)
  let text = `${name.replaceAll('_', ' ')} ${word()} ${rng.int(100, 999)}`
  for (const { unit, minimum = 0, maximum = Number.POSITIVE_INFINITY } of lengths) {
    if (unit === 'words') {
      const words = text.split(' ')
      while (words.length < minimum) words.push(word())
      text = words.slice(0, maximum).join(' ')
    } else {
      while ([...text].length < minimum) text += ` ${word()}`
      text = [...text].slice(0, maximum).join('').trimEnd().padEnd(minimum, 'x')
    }
  }
  return text
}

/** A field of the first record, for a parameter that a tool picks one record by: all such name the same record. */
function keyOfRecord(name: string, { tool: { handler }, state }: CallFacts): Json | undefined {
  const match = handler?.match.find(({ parameter }) => parameter === name)
  if (handler === undefined || match === undefined || !handler.one) return undefined
  const [entry] = recordsOf(state, handler.collection ?? '')
  return entry && fieldOf(entry, match.field)
}

/** Whether the parameter says how much is taken from something that may not fall below zero. */
const isTaken = (name: string, { handler }: ToolSpec): boolean =>
  handler?.set.some(
    ({ field, to }) => 'subtract' in to && to.subtract === name && handler.nonNegative.includes(field),
  ) ?? false

/** The first way to a value that the rules know: a key of the state, an option, a format. */
function knownValue(
  { name }: SpecParameter,
  property: string | undefined,
  ground: CallFacts,
): Json | undefined {
  const { tool, state, rng } = ground
  if (property === undefined) {
    const key = keyOfRecord(name, ground)
    if (key !== undefined) return key
    const [exists] = rulesOn(tool, 'exists', name)
    const records = exists && collectionFor(state, name, exists.collection)
    if (records !== undefined && records.size > 0) return rng.pick([...records.keys()])
  }
  const lists = rulesOn(tool, 'one_of', name, property)
  const [first, ...others] = lists
  const common = first?.values.filter((value) => others.every(({ values }) => values.includes(value)))
  if (common !== undefined && common.length > 0) return rng.pick(common)
  const [format] = rulesOn(tool, 'format', name, property)
  return format && FORMAT_SAMPLES[format.format].good[0]
}

/** How many items an array may have, at least one. */
function recordCounts(
  { minItems, maxItems, name }: SpecParameter,
  tool: ToolSpec,
): { low: number; high: number } {
  const { low, high } = bounds([
    { minimum: minItems, maximum: maxItems },
    ...rulesOn(tool, 'item_count', name),
  ])
  return { low: Math.max(low ?? 1, 1), high: high ?? Number.POSITIVE_INFINITY }
}

/** Values of one parameter, whose arrays all have `count` items. The whole has no name, its properties have. */
function makerOf(parameter: SpecParameter, { count, ...ground }: CallFacts & { count: number }): ValueMaker {
  const { tool, rng } = ground
  const { name } = parameter
  const known = (place: SchemaPlace) => knownValue(parameter, place.name || undefined, ground)
  return {
    pick: (items) => rng.pick(items),
    boolean(place) {
      known(place)
      return rng.pick([true, false])
    },
    number(schema, place) {
      const number = Number(known(place) ?? Number.NaN)
      if (Number.isFinite(number)) return number
      const ranges = rulesOn(tool, 'range', name, place.name || undefined)
      return numberWithin(schema.type === 'integer', ranges, rng, isTaken(name, tool))
    },
    text({ format }, place) {
      const value = known(place)
      if (value !== undefined) return String(value)
      if (format === 'date-time') return FORMAT_SAMPLES['date-time'].good[0]
      return textOf(place.name || name, rulesOn(tool, 'length', name, place.name || undefined), rng)
    },
    count: () => count,
    takes: () => true,
    itemName: (list) => list,
  }
}

/** A value that the rules of one parameter admit; an array of `count` items, by default two or as few as may be. */
export function admissible(parameter: SpecParameter, ground: CallFacts, count?: number): Json {
  const { low, high } = recordCounts(parameter, ground.tool)
  const maker = makerOf(parameter, { ...ground, count: count ?? Math.min(Math.max(low, 2), high) })
  return schemaValue(schemaOf(parameter), maker) ?? null
}

/** Whether a rule is about how several arguments or the call as a whole hang together. */
export const isAcross = (rule: Rule): boolean =>
  ['equal_length', 'required_if', 'exclusive', 'any_of', 'ordering'].includes(rule.kind)

/** Texts that keep to a format, two that come in that order where there is an order, and one that does not. */
export const FORMAT_SAMPLES: Readonly<Record<Format, { good: readonly [string, string]; bad: string }>> = {
  'date-time': { good: ['2024-03-04T09:30:00Z', '2024-03-11T17:00:00Z'], bad: 'the day before yesterday' },
  date: { good: ['2024-03-04', '2024-03-11'], bad: 'the day before yesterday' },
  time: { good: ['09:30:00', '17:00:00'], bad: 'half past never' },
  email: { good: ['ada@example.com', 'ben@example.org'], bad: 'ada at example' },
  url: { good: ['https://example.com/a', 'https://example.org/b'], bad: 'not a web address' },
  json: { good: ['{"a":1}', '{"b":[2]}'], bad: '{"a": ' },
  ip: { good: ['192.0.2.10', '192.0.2.20'], bad: '192.0.2.999' },
  ipv4: { good: ['192.0.2.10', '192.0.2.20'], bad: '192.0.2.999' },
  ipv6: { good: ['2001:db8::1', '2001:db8::2'], bad: '2001:db8:::zz' },
  timezone: { good: ['Europe/Paris', 'Asia/Tokyo'], bad: 'Nowhere/Land' },
  currency: { good: ['EUR', 'USD'], bad: 'ZZ9' },
  country: { good: ['FR', 'JP'], bad: 'Neverland' },
}

/** The same date a week or so on, or the same time of day later, in the same spelling; undefined for other texts. */
export function later(text: string): string | undefined {
  const clock = /^(\d\d?)(:\d\d.*)$/.exec(text)
  if (clock !== null) return Number(clock[1]) >= 23 ? undefined : `23${clock[2]}`
  const day = /^(\d{4}-\d\d-)(\d\d)(.*)$/s.exec(text)
  if (day === null) return undefined
  const number = Number(day[2])
  return number > 20 ? undefined : `${day[1]}${String(number + 8).padStart(2, '0')}${day[3]}`
}

const find = ({ tool }: CallFacts, name: string): SpecParameter | undefined =>
  tool.parameters.find((parameter) => parameter.name === name)

function equalise(args: JsonObject, { parameters }: RuleOf<'equal_length'>, ground: CallFacts): void {
  const arrays = parameters.flatMap((name) => {
    const parameter = find(ground, name)
    return parameter !== undefined && Array.isArray(args[name]) ? [parameter] : []
  })
  const limits = arrays.map((parameter) => recordCounts(parameter, ground.tool))
  const count = Math.max(2, ...limits.map(({ low }) => low))
  const most = Math.min(...limits.map(({ high }) => high))
  for (const parameter of arrays) args[parameter.name] = admissible(parameter, ground, Math.min(count, most))
}

const isNumber = (value: Json | undefined): value is number => typeof value === 'number'

/** Puts two values in order: numbers by size, texts as two dates or times of day. */
function order(args: JsonObject, { lesser, greater }: RuleOf<'ordering'>, ground: CallFacts): void {
  const [low, high] = [args[lesser], args[greater]]
  if (low === undefined || high === undefined) return
  if (isNumber(low) && isNumber(high)) {
    if (low > high) Object.assign(args, { [lesser]: high, [greater]: low })
    if (low !== high) return
    const top = bounds(rulesOn(ground.tool, 'range', greater)).high
    if (top === undefined || high + 1 <= top) args[greater] = high + 1
    else args[lesser] = low - 1
  } else if (typeof low === 'string' && typeof high === 'string') args[greater] = later(low) ?? high
}

const isTrue = (
  value: Json | undefined,
  values: readonly (string | number | boolean)[] | undefined,
): boolean =>
  value !== undefined &&
  value !== null &&
  (values === undefined ||
    [value]
      .flat()
      .some((one) => values.some((other) => String(other).toLowerCase() === String(one).toLowerCase())))

/** Settles what hangs together: gives what is then required, leaves out what excludes another, equal counts, order. */
export function admissibleCall(args: JsonObject, ground: CallFacts): JsonObject {
  const settled = { ...args }
  const add = (name: string): void => {
    const parameter = find(ground, name)
    if (parameter !== undefined && settled[name] == null) settled[name] = admissible(parameter, ground)
  }
  for (const rule of ground.tool.rules) {
    if (rule.kind === 'required_if') {
      const value = settled[rule.when.parameter] ?? find(ground, rule.when.parameter)?.default
      if (isTrue(value, rule.when.values)) add(rule.parameter)
    }
    if (rule.kind === 'any_of' && !rule.parameters.some((name) => settled[name] != null))
      add(rule.parameters[0] ?? '')
    if (rule.kind === 'exclusive') {
      const [, ...rest] = rule.parameters.filter((name) => settled[name] != null)
      for (const name of rest) delete settled[name]
    }
  }
  for (const rule of ground.tool.rules) {
    if (rule.kind === 'equal_length') equalise(settled, rule, ground)
    if (rule.kind === 'ordering') order(settled, rule, ground)
  }
  return settled
}

export function composeCall(ground: CallFacts): JsonObject {
  const given = ground.tool.parameters.filter(({ required }) => required)
  return admissibleCall(
    Object.fromEntries(given.map((parameter) => [parameter.name, admissible(parameter, ground)])),
    ground,
  )
}
