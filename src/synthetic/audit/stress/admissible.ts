import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { Rule, RuleKind, RuleOf } from '../../tool-spec/rule.ts'
import type { SpecParameter, SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'
import { collectionFor } from '../../validate/checks/collections.ts'
import { recordEntries, recordFieldOf } from '../records.ts'
import { FORMAT_SAMPLES, layoutSamples } from './sample-format.ts'

/** What values are drawn from: the tool with its rules, the state, and draws. */
export interface CallGround {
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

/** A number within the bounds and not on one of them, where there is room. */
function numberWithin(
  shape: SpecShape,
  ranges: readonly RuleOf<'range'>[],
  rng: Rng,
  isSmall: boolean,
): number {
  const { low, high } = bounds(ranges)
  // Above a bound that is excluded, too.
  if (isSmall) return low === undefined || low < 1 ? 1 : low + 1
  const least = low ?? (high === undefined || high > 1 ? 1 : high - 10)
  const most = high ?? least + 9
  if (shape.type === 'integer') {
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
function keyOfRecord(name: string, { tool: { handler }, state }: CallGround): Json | undefined {
  const match = handler?.match.find(({ parameter }) => parameter === name)
  if (handler === undefined || match === undefined || !handler.one) return undefined
  const [entry] = recordEntries(state, handler.collection)
  return entry && recordFieldOf(entry, match.field)
}

/** Whether the parameter says how much is taken from something that may not fall below zero. */
const isTaken = (name: string, { handler }: ToolSpec): boolean =>
  handler?.set.some(
    ({ field, to }) => 'subtract' in to && to.subtract === name && handler.nonNegative.includes(field),
  ) ?? false

/** The first way to a value that the rules know: a key of the state, an option, a format, a layout. */
function knownValue(
  { name }: SpecParameter,
  property: string | undefined,
  ground: CallGround,
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
  if (format !== undefined) return FORMAT_SAMPLES[format.format].good[0]
  const [layout] = rulesOn(tool, 'layout', name, property)
  return layout === undefined ? undefined : layoutSamples(layout.layout).good
}

function scalar(
  shape: SpecShape,
  parameter: SpecParameter,
  property: string | undefined,
  ground: CallGround,
): Json {
  const { tool, rng } = ground
  const { name } = parameter
  if (shape.enum !== undefined && shape.enum.length > 0) return rng.pick(shape.enum)
  const known = knownValue(parameter, property, ground)
  if (shape.type === 'number' || shape.type === 'integer') {
    const number = Number(known ?? Number.NaN)
    return Number.isFinite(number)
      ? number
      : numberWithin(shape, rulesOn(tool, 'range', name, property), rng, isTaken(name, tool))
  }
  if (shape.type === 'boolean') return rng.pick([true, false])
  if (known !== undefined) return String(known)
  if (shape.format === 'date-time') return FORMAT_SAMPLES['date-time'].good[0]
  return textOf(property ?? name, rulesOn(tool, 'length', name, property), rng)
}

/** How many items an array may have, at least one. */
export function recordCounts(
  { minItems, maxItems, name }: SpecParameter,
  tool: ToolSpec,
): { low: number; high: number } {
  const { low, high } = bounds([
    { minimum: minItems, maximum: maxItems },
    ...rulesOn(tool, 'item_count', name),
  ])
  return { low: Math.max(low ?? 1, 1), high: high ?? Number.POSITIVE_INFINITY }
}

function valueFor(
  shape: SpecShape,
  parameter: SpecParameter,
  property: string | undefined,
  ground: CallGround,
  count: number,
): Json {
  if (shape.type === 'array') {
    const items = shape.items ?? { type: 'string' as const }
    return Array.from({ length: count }, () => valueFor(items, parameter, property, ground, count))
  }
  if (shape.type !== 'object') return scalar(shape, parameter, property, ground)
  return Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([key, own]) => [
      key,
      valueFor(own, parameter, key, ground, count),
    ]),
  )
}

/** A value that the rules of one parameter admit; an array of `count` items, by default two or as few as may be. */
export function admissible(parameter: SpecParameter, ground: CallGround, count?: number): Json {
  const { low, high } = recordCounts(parameter, ground.tool)
  return valueFor(parameter, parameter, undefined, ground, count ?? Math.min(Math.max(low, 2), high))
}

/** Whether a rule is about how several arguments or the call as a whole hang together. */
export const isAcross = (rule: Rule): boolean =>
  ['equal_length', 'required_if', 'exclusive', 'any_of', 'ordering', 'transition'].includes(rule.kind)
