import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { buildSchemaObject, type SchemaPlace, type ValueMaker } from '../../../shared/schema-value.ts'
import { listStoredRecords } from '../../../tools/imported/store/given-state.ts'
import { readField } from '../../../tools/imported/store/records.ts'
import { buildInputSchema } from '../../simulate/json-schema.ts'
import type { Format, RuleKind, RuleOf } from '../../tool-spec/rule.ts'
import type { SpecParameter, ToolSpec } from '../../tool-spec/tool-spec.ts'
import { findCollection } from '../../validate/checks/call-checks.ts'
import { listBrokenRules } from '../../validate/validate.ts'

/** What calls are drawn from: the tool with its rules, the state, and draws. */
export interface CallFacts {
  readonly tool: ToolSpec
  readonly state: JsonObject
  readonly rng: Rng
}

/** Texts that keep to a format, and one that does not. */
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

const selectRules = <K extends RuleKind>({ rules }: ToolSpec, kind: K, parameter: string): RuleOf<K>[] =>
  rules.filter(
    (rule): rule is RuleOf<K> => rule.kind === kind && 'parameter' in rule && rule.parameter === parameter,
  )

/** Keys of records that a parameter may name: of the first one where the tool picks one record, else of all. */
function listKeys(name: string, { tool, state }: CallFacts): Json[] {
  const { handler } = tool
  const match = handler?.match.find(({ parameter }) => parameter === name)
  if (handler?.one === true && match !== undefined) {
    const [entry] = listStoredRecords(state, handler.collection ?? '')
    return entry === undefined ? [] : [readField(entry, match.field) ?? null]
  }
  return selectRules(tool, 'exists', name).flatMap(({ collection }) => [
    ...(findCollection(state, name, collection)?.keys() ?? []),
  ])
}

/** Draws the values of one call; its arrays have `count` items as far as rules allow. */
function createMaker(facts: CallFacts, count: number): ValueMaker {
  const { tool, rng } = facts
  const readParameter = ({ at }: SchemaPlace): string => at.split('/')[1] ?? ''
  return {
    pick: (items) => rng.pick(items),
    special({ type }, place) {
      const keys = type === 'array' || type === 'object' ? [] : listKeys(readParameter(place), facts)
      if (keys.length === 0) return undefined
      const key = rng.pick(keys)
      return type === 'string' ? String(key) : Number(key)
    },
    boolean: () => rng.pick([true, false]),
    number({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }) {
      const high = Number(maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY)
      const low = Number(minimum ?? exclusiveMinimum ?? Math.min(1, high - 3))
      const most = Math.max(low, Math.min(high, low + 3))
      if (type === 'integer') return rng.int(Math.ceil(low), Math.max(Math.ceil(low), Math.floor(most)))
      return Number((low + (most - low) * rng.decimal(0.2, 0.8, 2)).toFixed(4))
    },
    text({ format: declared }, place) {
      const name = readParameter(place)
      const [rule] = selectRules(tool, 'format', name)
      const format = rule?.format ?? (declared === 'date-time' ? declared : undefined)
      if (format !== undefined) return rng.pick(FORMAT_SAMPLES[format].good)
      const [length] = selectRules(tool, 'length', name)
      const text = `${place.name.replaceAll('_', ' ')} ${rng.int(100, 999)}`
      if (length?.unit === 'words') return 'word '.repeat(length.minimum ?? 1).trim()
      return text.padEnd(length?.minimum ?? 0, 'x').slice(0, length?.maximum)
    },
    count({ minItems, maxItems }, place) {
      const bounds = selectRules(tool, 'item_count', readParameter(place))
      const low = Math.max(1, Number(minItems ?? 1), ...bounds.map(({ minimum = 1 }) => minimum))
      const high = Math.min(Number(maxItems ?? count), ...bounds.map(({ maximum = count }) => maximum))
      return Math.max(low, Math.min(count, high))
    },
    takes: () => true,
  }
}

/** Values of these parameters. */
export function drawValues(names: readonly string[], facts: CallFacts, count = 2): JsonObject {
  const schema = buildInputSchema(facts.tool)
  const properties = Object.entries(schema.properties as JsonObject).filter(([name]) => names.includes(name))
  return buildSchemaObject(
    { ...schema, properties: Object.fromEntries(properties) },
    createMaker(facts, count),
  )
}

const MAX_DRAWS = 60

/**
 * A call that keeps every rule, with these arguments as far as rules allow and these parameters given; undefined where
 * no draw keeps the rules.
 */
export function composeCall(
  facts: CallFacts,
  given: JsonObject = {},
  wanted: readonly string[] = [],
): JsonObject | undefined {
  const { tool, state, rng } = facts
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const isTaken = ({ name, required }: SpecParameter): boolean =>
      required || wanted.includes(name) || (draw > MAX_DRAWS / 4 && rng.int(0, 1) === 1)
    const names = tool.parameters.filter(isTaken).map(({ name }) => name)
    const drawn = drawValues(names, facts, draw === 0 ? 2 : rng.int(1, 4))
    const args = draw > MAX_DRAWS / 2 ? { ...given, ...drawn } : { ...drawn, ...given }
    if (listBrokenRules(args, state, tool).length === 0) return args
  }
  return undefined
}
