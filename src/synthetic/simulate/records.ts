import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { Store } from '../../world/world.ts'

/** A record of a collection; `key` is its key where the collection is an object. */
export interface StoredRecord {
  key: string | undefined
  record: JsonObject
}

/** A collection of the state that records can be read from and written to. */
export interface RecordCollection {
  records(): StoredRecord[]
  /** Adds a record; where the collection is an object, under this key. */
  add(record: JsonObject, key: string): void
  remove(records: readonly StoredRecord[]): void
}

const ofArray = (value: Json[]): RecordCollection => ({
  records: () => value.flatMap((record) => (isObject(record) ? [{ key: undefined, record }] : [])),
  add: (record) => value.push(record),
  remove(gone) {
    for (const { record } of gone) {
      const at = value.indexOf(record)
      if (at >= 0) value.splice(at, 1)
    }
  },
})

const ofObject = (value: JsonObject): RecordCollection => ({
  records: () =>
    Object.entries(value).flatMap(([key, record]) => (isObject(record) ? [{ key, record }] : [])),
  add(record, key) {
    value[key] = record
  },
  remove(gone) {
    for (const { key } of gone) if (key !== undefined) delete value[key]
  },
})

function collectionOf(value: Json | undefined): RecordCollection | undefined {
  if (Array.isArray(value)) return ofArray(value)
  return isObject(value) ? ofObject(value) : undefined
}

/**
 * The collection of a name: of the state itself, or else of one of its parts. Changes of it are changes of the store.
 * Undefined where the state has none of that name.
 */
export function collectionNamed(store: Store, name: string): RecordCollection | undefined {
  const own = collectionOf(store.get(name))
  if (own !== undefined) return own
  for (const part of store.values()) {
    const inner = isObject(part) ? collectionOf(part[name]) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

/** A field of a record; the key of the record where it has no field of that name and stands under a key. */
export const fieldOf = ({ key, record }: StoredRecord, field: string): Json | undefined =>
  record[field] ?? key

/** The records of a collection of a state; none where it has no such collection. */
export const recordsOf = (state: JsonObject, name: string): StoredRecord[] =>
  collectionNamed(new Map(Object.entries(state)), name)?.records() ?? []
