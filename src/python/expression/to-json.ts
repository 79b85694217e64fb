import type { Json } from '../../shared/json.ts'
import { reprFloat } from '../number.ts'
import { repr, strOfValue } from './display.ts'
import type { Machine } from './machine.ts'
import { PyDict, PyList, PyTuple, type PyValue } from './values.ts'

/** Object key as Python's JSON writer makes it of a dict key; undefined for what cannot be one. */
function jsonKey(m: Machine, key: PyValue): string | undefined {
  if (typeof key === 'string') return key
  if (typeof key === 'boolean' || key === null) return String(key)
  return typeof key === 'bigint' || typeof key === 'number' ? repr(m, key) : undefined
}

/**
 * The value as JSON. What JSON cannot carry is given as the text that `str` makes of it: sets, ranges,
 * iterators, functions, integers beyond 2^53, infinities and NaN, dicts with a tuple as a key.
 */
export function jsonOfValue(m: Machine, value: PyValue): Json {
  // A text that is there many times is written as often.
  m.make(typeof value === 'string' ? value.length : 1)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : reprFloat(value)
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : strOfValue(m, value)
  }
  if (value instanceof PyList || value instanceof PyTuple) {
    return m.nested(() => value.items.map((item) => jsonOfValue(m, item)))
  }
  if (value instanceof PyDict) {
    const entries = [...value.entries.values()]
    const keys = entries.map(([key]) => jsonKey(m, key))
    if (keys.every((key) => key !== undefined)) {
      m.make(keys.reduce((sum, key) => sum + key.length, 0))
      return m.nested(() =>
        Object.fromEntries(entries.map(([, item], i) => [keys[i] as string, jsonOfValue(m, item)])),
      )
    }
  }
  return strOfValue(m, value)
}
