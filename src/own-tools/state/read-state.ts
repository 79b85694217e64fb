import { types } from 'node:util'
import { TracewrightError } from '../../shared/errors.ts'
import { type Json, type JsonObject, setField } from '../../shared/json.ts'

/** Why a value cannot be compared, and what to return instead. An object that hides its data would equal any other. */
function findProblem(value: unknown, path: string): string | undefined {
  // Most values are none of these, and the pattern takes longer than all the rest.
  const nameList = (): string => path.match(/(?:^|\/)([^/]*[^/\d][^/]*)(?:\/\d+)*$/)?.[1] ?? 'values'
  if (value === undefined) return 'undefined. Return an object with the data that counts.'
  if (types.isMap(value)) return `a Map. Return [...${nameList()}.values()] instead.`
  if (types.isSet(value)) return `a Set. Return [...${nameList()}.values()] instead.`
  if (types.isPromise(value)) return 'a promise. Await it: state() may be async.'
  if (typeof value === 'function') return 'a function. Return its result, or leave it out.'
  if (typeof value === 'symbol') return 'a symbol. Return its description, or leave it out.'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (types.isDate(value)) return Number.isNaN(value.getTime()) ? 'an invalid Date. Return null.' : undefined
  const hasData = Object.keys(value).length > 0 || 'toJSON' in value
  const prototype: object | null = Object.getPrototypeOf(value)
  if (hasData || prototype === null || Object.getPrototypeOf(prototype) === null) return undefined
  return `an object of class ${value.constructor.name} without fields of its own. Return its data instead.`
}

/**
 * What the entry's `state()` returned, as JSON. A date becomes its ISO text, an object with `toJSON()` what that
 * returns, a bigint or a number such as NaN its text; a field that is undefined is left out.
 *
 * @throws TracewrightError where a value cannot be compared, with its path and what to return instead
 */
export const readState = (value: unknown): Json => readValue(value, '', [])

function readValue(value: unknown, path: string, owners: readonly unknown[]): Json {
  const isCircular = owners.includes(value)
  const problem = isCircular
    ? 'an object that contains itself. Return its id instead.'
    : findProblem(value, path)
  if (problem !== undefined)
    throw new TracewrightError(`Failed to read state(): ${path || 'its value'} is ${problem}`)
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
    return String(value)
  if (typeof value !== 'object' || value === null) return value as Json
  const read = (item: unknown, key: string): Json =>
    readValue(item, (path && `${path}/${key}`) || key, [...owners, value])
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return readValue(value.toJSON(), path, [...owners, value])
  if (Array.isArray(value)) return value.map((item, i) => read(item ?? null, String(i)))
  const fields: JsonObject = {}
  for (const [key, item] of Object.entries(value))
    if (item !== undefined) setField(fields, key, read(item, key))
  return fields
}
