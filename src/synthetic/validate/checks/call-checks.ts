import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { singular } from '../../../shared/singular.ts'
import { listStems } from '../../rules/prose.ts'
import type { Rule, RuleKind, RuleOf } from '../../tool-spec/rule.ts'
import { isEmpty } from '../given.ts'
import { fold, listPropertyValues } from './value-checks.ts'

/** What a check across parameters may look at. */
export interface CallView {
  /** The arguments that the call gives; those that repeat a default of null count as not given. */
  args: JsonObject
  /** The value of a parameter: what is given, or else its default; undefined where there is neither. */
  valueOf(name: string): Json | undefined
  /** What the tool acts on: collections of records by name; undefined where it is not known. */
  state: JsonObject | undefined
}

/** What is wrong, and the parameter to blame. */
export interface Complaint {
  parameter: string
  expected: string
}

type CallCheck<R extends Rule> = (call: CallView, rule: R) => Complaint | undefined

/** Records of a collection by their key. */
export type StateRecords = ReadonlyMap<string, Json>

/** What kind of thing a parameter names, `order` for `order_id` and `order_ids`. */
const readEntity = (parameter: string): string =>
  listStems(parameter)
    .filter((stem) => !['id', 'identifier', 'number', 'code', 'key', 'name'].includes(stem))
    .join(' ')

function* iterateCollections(state: JsonObject, depth = 0): Generator<[string, Json[] | JsonObject]> {
  for (const [name, value] of Object.entries(state))
    if (Array.isArray(value) || isObject(value)) yield [name, value]
  if (depth >= 1) return
  for (const value of Object.values(state)) if (isObject(value)) yield* iterateCollections(value, depth + 1)
}

const buildRecordKey = (record: Json, parameter: string, field: string | undefined): string | undefined => {
  if (!isObject(record)) return record === null ? undefined : String(record)
  const key =
    field === undefined ? (record[parameter] ?? record[singular(parameter)] ?? record.id) : record[field]
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}

/** The collection of the state that a parameter points into; undefined where no collection surely is. */
export function findCollection(
  state: JsonObject,
  parameter: string,
  named: string | undefined,
  field?: string,
): StateRecords | undefined {
  const entity = named === undefined ? readEntity(parameter) : listStems(named).join(' ')
  if (entity === '') return undefined
  for (const [name, value] of iterateCollections(state)) {
    if (listStems(name).join(' ') !== entity) continue
    if (!Array.isArray(value)) return new Map(Object.entries(value))
    const keyed = value.map((record) => [buildRecordKey(record, parameter, field), record] as const)
    if (keyed.some(([key]) => key === undefined)) return undefined
    return new Map(keyed.flatMap(([key, record]) => (key === undefined ? [] : [[key, record]])))
  }
  return undefined
}

/** Nothing is said of records whose collection the state does not have: it need not be a closed world. */
const checkExists: CallCheck<RuleOf<'exists'>> = ({ args, state }, { parameter, collection, key }) => {
  const value = args[parameter]
  const records = state && findCollection(state, parameter, collection, key)
  if (value === undefined || records === undefined) return undefined
  const missing = listPropertyValues(value, undefined).find((one) => !records.has(String(one)))
  return missing === undefined ? undefined : { parameter, expected: `there is no ${String(missing)}` }
}

/** Only the arrays that are given are compared. */
const checkEqualLength: CallCheck<RuleOf<'equal_length'>> = ({ args }, { parameters }) => {
  const lengths = parameters.flatMap((name) => {
    const value = args[name]
    return Array.isArray(value) ? [{ name, length: value.length }] : []
  })
  const [first, second, ...rest] = lengths
  if (first === undefined || second === undefined) return undefined
  if (lengths.every(({ length }) => length === first.length)) return undefined
  // The one that stands alone is to blame; the first where that cannot be said.
  const odd = lengths.find(({ length }) => lengths.filter((one) => one.length === length).length === 1)
  const blamed = rest.length === 0 ? first : (odd ?? first)
  return {
    parameter: blamed.name,
    expected: `expected as many items as in ${lengths
      .filter(({ name }) => name !== blamed.name)
      .map(({ name }) => name)
      .join(', ')}`,
  }
}

const CLOCK = /^(\d{1,2}):(\d\d)(?::\d\d)?$/

/** Position of a number, a date or a time of day, with what may be compared with it; undefined for anything else. */
function readPosition(
  value: Json | undefined,
): { unit: 'number' | 'clock' | 'date'; at: number } | undefined {
  if (typeof value === 'number') return { unit: 'number', at: value }
  if (typeof value !== 'string') return undefined
  const clock = CLOCK.exec(value)
  if (clock !== null) return { unit: 'clock', at: Number(clock[1]) * 60 + Number(clock[2]) }
  // Only ISO 8601 is read; a time zone that is left out is taken as UTC, as the other side most likely left it out.
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  const text = value.replace(' ', 'T')
  const at = Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$|^[^T]*$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(at) ? undefined : { unit: 'date', at }
}

const checkOrdering: CallCheck<RuleOf<'ordering'>> = (call, { lesser, greater, strict }) => {
  const [low, high] = [readPosition(call.valueOf(lesser)), readPosition(call.valueOf(greater))]
  if (low === undefined || high === undefined || low.unit !== high.unit) return undefined
  // A negative default as the greater of two, -1 for the last page, stands for no bound.
  if (call.args[greater] === undefined && high.unit === 'number' && high.at < 0) return undefined
  if (strict ? low.at < high.at : low.at <= high.at) return undefined
  const relation = low.unit === 'number' ? 'less than' : 'before'
  return { parameter: lesser, expected: `expected a value ${relation} ${greater}` }
}

const has = ({ args }: CallView, name: string): boolean => {
  const value = args[name]
  return value !== undefined && value !== null && !isEmpty(value)
}

const checkExclusive: CallCheck<RuleOf<'exclusive'>> = (call, { parameters }) => {
  const [, second] = parameters.filter((name) => has(call, name))
  if (second === undefined) return undefined
  return { parameter: second, expected: `only one of ${parameters.join(', ')} may be given` }
}

const checkAnyOf: CallCheck<RuleOf<'any_of'>> = (call, { parameters }) => {
  const [first] = parameters
  if (first === undefined || parameters.some((name) => has(call, name) || call.valueOf(name) != null))
    return undefined
  return { parameter: first, expected: `one of ${parameters.join(', ')} must be given` }
}

const checkRequiredIf: CallCheck<RuleOf<'required_if'>> = (call, { parameter, when }) => {
  const value = call.valueOf(when.parameter)
  if (value === undefined || value === null || has(call, parameter) || call.valueOf(parameter) != null)
    return undefined
  const texts = when.values?.map((one) => String(one).toLowerCase())
  const applies = (one: unknown): boolean => texts === undefined || texts.includes(String(one).toLowerCase())
  if (!(Array.isArray(value) ? value.some(applies) : applies(value))) return undefined
  const why = when.values === undefined ? `with ${when.parameter}` : `when ${when.parameter} is ${value}`
  return { parameter, expected: `required ${why}` }
}

const checkRecordField: CallCheck<RuleOf<'record_field'>> = ({ args, state }, rule) => {
  const { parameter, collection, key, field, values } = rule
  const value = args[parameter]
  const records = state && findCollection(state, parameter, collection, key)
  if (value === undefined || records === undefined) return undefined
  const allowed = new Set(values.map(fold))
  for (const one of listPropertyValues(value, undefined)) {
    const record = records.get(String(one))
    const now = isObject(record) ? record[field] : undefined
    if (typeof now === 'string' && !allowed.has(fold(now)))
      return { parameter, expected: `${field} of ${String(one)} is ${now}, expected ${values.join(' or ')}` }
  }
  return undefined
}

/** What each rule across arguments has against a call, in the order in which they are looked at. */
const CHECKS = {
  required_if: checkRequiredIf,
  any_of: checkAnyOf,
  exclusive: checkExclusive,
  equal_length: checkEqualLength,
  ordering: checkOrdering,
  exists: checkExists,
  record_field: checkRecordField,
} satisfies { [K in RuleKind]?: CallCheck<RuleOf<K>> }

export const CALL_KINDS = Object.keys(CHECKS) as (keyof typeof CHECKS)[]

/** What a rule across arguments has against a call; undefined where the call keeps it, and for other rules. */
export const checkCall = (call: CallView, rule: Rule): Complaint | undefined =>
  (CHECKS as { [kind: string]: CallCheck<never> | undefined })[rule.kind]?.(call, rule as never)
