import type { Loaded } from '../../../shared/python/json-reader.ts'
import { formatPythonStr } from '../../../shared/python/repr.ts'

/** An object of a table. The key null is what Python's csv module files surplus cells under. */
export type TableRow = Map<string | null, Loaded>
/** What JSON or CSV text holds, keys in their order. */
export type Data = Loaded | TableRow | TableRow[]

/** Most fields that a table may come to when rows are filled up or merged. */
export const MAX_FIELDS = 1_000_000

/** Python's `repr(value)`; objects keep the order of their keys, "10" before "2". */
function formatData(value: Data): string {
  if (Array.isArray(value)) return `[${value.map(formatData).join(', ')}]`
  if (value instanceof Map) {
    return `{${[...value].map(([key, item]) => `${formatData(key)}: ${formatData(item)}`).join(', ')}}`
  }
  return formatPythonStr([value]).slice(1, -1)
}

/** Python's `str(value)`. */
export const formatLoaded = (value: Data): string => (typeof value === 'string' ? value : formatData(value))
