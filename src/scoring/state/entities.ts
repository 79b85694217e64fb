import { isObject, type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import type { Store } from '../../world/world.ts'

/** One entity of a store. */
export interface Entity {
  store: string
  key: string
  value: Json
}

const ID_NAME = /(?:^|_)(?:id|uuid)$|[a-z](?:Id|ID|Uuid)$/

const isId = (value: Json | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** The field that names the records of a list: the first that is called an id and has another value in each. */
function idFieldOf(records: readonly JsonObject[]): string | undefined {
  return Object.keys(records[0] ?? {}).find(
    (name) =>
      ID_NAME.test(name) &&
      records.every((record) => isId(record[name])) &&
      new Set(records.map((record) => String(record[name]))).size === records.length,
  )
}

/** Records of a list by their ids; those without any by what they are, so that their order does not count. */
function listed(store: string, records: readonly JsonObject[]): Entity[] {
  const id = idFieldOf(records)
  if (id !== undefined) return records.map((value) => ({ store, key: String(value[id]), value }))
  const seen = new Map<string, number>()
  return records.map((value) => {
    const text = stableJson(value)
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return { store, key: `${text}${count}`, value }
  })
}

const isList = (value: Json): value is JsonObject[] => Array.isArray(value) && value.every(isObject)
const isContainer = (value: Json): boolean => isList(value) || isObject(value)

/** The records of a collection: a list of them, an object of them by key, or an object of further collections. */
function recordsIn(store: string, key: string, value: Json): Entity[] {
  if (isList(value)) return listed(key, value)
  if (!isObject(value) || !Object.values(value).every(isContainer)) return [{ store, key, value }]
  return Object.entries(value).flatMap(([inner, part]) => recordsIn(key, inner, part))
}

/** The entities of a store of records: what stands under each key. */
export const entitiesOfRecords = (name: string, store: Store): Entity[] =>
  [...store].map(([key, value]) => ({ store: name, key, value }))

/**
 * The entities of a store of collections: their records, each under the name of its collection and its own id. Neither the
 * order of records counts, nor in what form a collection holds them.
 */
export const entitiesOfCollections = (name: string, store: Store): Entity[] =>
  [...store].flatMap(([key, value]) => recordsIn(name, key, value))
