import type { Loaded } from '../../../shared/python/json-reader.ts'

/** An object of a table. The key null is what Python's csv module files surplus cells under. */
export type TableRow = Map<string | null, Loaded>
/** What JSON or CSV text holds, keys in their order. */
export type Data = Loaded | TableRow | TableRow[]

/** Most fields that a table may come to when rows are filled up or merged. */
export const MAX_FIELDS = 1_000_000
