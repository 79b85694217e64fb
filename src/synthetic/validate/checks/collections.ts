import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'

/** Records of a collection by their key. */
export type Records = ReadonlyMap<string, Json>

/** What kind of thing a parameter names, `order` for `order_id` and `order_ids`. */
const entityOf = (parameter: string): string =>
  stemsOf(parameter)
    .filter((stem) => !['id', 'identifier', 'number', 'code', 'key', 'name'].includes(stem))
    .join(' ')

/** All objects and arrays of the state with the name they stand under, outermost first. */
function* collectionsIn(state: JsonObject, depth = 0): Generator<[string, Json[] | JsonObject]> {
  for (const [name, value] of Object.entries(state))
    if (Array.isArray(value) || isObject(value)) yield [name, value]
  if (depth >= 1) return
  for (const value of Object.values(state)) if (isObject(value)) yield* collectionsIn(value, depth + 1)
}

const keyOf = (record: Json, parameter: string, field: string | undefined): string | undefined => {
  if (!isObject(record)) return record === null ? undefined : String(record)
  const singular = parameter.replace(/s$/, '')
  const key = field === undefined ? (record[parameter] ?? record[singular] ?? record.id) : record[field]
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}

/**
 * The collection of the state that a parameter points into; undefined where there is none that surely is it.
 *
 * @param field Field of the records that the parameter holds; by default the one of its name
 */
export function collectionFor(
  state: JsonObject,
  parameter: string,
  named: string | undefined,
  field?: string,
): Records | undefined {
  const entity = named === undefined ? entityOf(parameter) : stemsOf(named).join(' ')
  if (entity === '') return undefined
  for (const [name, value] of collectionsIn(state)) {
    if (stemsOf(name).join(' ') !== entity) continue
    if (!Array.isArray(value)) return new Map(Object.entries(value))
    const keyed = value.map((record) => [keyOf(record, parameter, field), record] as const)
    if (keyed.some(([key]) => key === undefined)) return undefined
    return new Map(keyed.flatMap(([key, record]) => (key === undefined ? [] : [[key, record]])))
  }
  return undefined
}
