import type { Store } from '../../../schema/world.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'

export interface StoredRecord {
  readonly key: string
  readonly record: JsonObject
  /** Whether the collection is an object of records: the key then stands for a field that the record lacks. */
  readonly isKeyed?: boolean
}

/** Records that a collection begins with and that are drawn as they are asked for. */
export interface DrawnRecords {
  all(): readonly (readonly [key: string, record: JsonObject])[]
  find(key: string): JsonObject | undefined
  has(key: string): boolean
}

const NONE: DrawnRecords = { all: () => [], find: () => undefined, has: () => false }

/** The records of one collection in one world: what it began with, and what was made, changed and removed. */
export class RecordStore {
  private readonly store: Store
  private readonly drawn: DrawnRecords
  readonly isKeyed: boolean

  /** @param store Records by key; of drawn ones only what has changed, null for those that are gone */
  constructor(store: Store, { drawn = NONE, isKeyed = false } = {}) {
    this.store = store
    this.drawn = drawn
    this.isKeyed = isKeyed
  }

  find(key: string): JsonObject | undefined {
    const stored = this.store.get(key)
    if (stored === undefined) return this.drawn.find(key)
    return isObject(stored) ? stored : undefined
  }

  has(key: string): boolean {
    const stored = this.store.get(key)
    return stored === undefined ? this.drawn.has(key) : isObject(stored)
  }

  /** All that are there, those that were made last. */
  listAll(): StoredRecord[] {
    const first = this.drawn.all()
    const drawn = new Set(first.map(([key]) => key))
    const now: (readonly [string, Json])[] = [
      ...first.map(([key, record]) => [key, this.store.get(key) ?? record] as const),
      ...[...this.store].filter(([key]) => !drawn.has(key)),
    ]
    // A drawn record that is gone is null in the store.
    return now.flatMap(([key, record]) => (isObject(record) ? [{ key, record, isKeyed: this.isKeyed }] : []))
  }

  put(key: string, record: JsonObject): void {
    this.store.set(key, record)
  }

  remove(key: string): void {
    if (this.drawn.has(key)) this.store.set(key, null)
    else this.store.delete(key)
  }
}

/** A field of a record; its key where it has no field of that name and stands under a key. */
export const readField = ({ key, record, isKeyed }: StoredRecord, field: string): Json | undefined =>
  record[field] ?? (isKeyed === true ? key : undefined)
