import type { Machine } from './machine.ts'
import { unitsOf } from './text.ts'
import { PyBytes, PyDict, PyList, PyRange, PySet, PyTuple, type PyValue, PyView } from './values.ts'

/** Python's `len(value)`, or undefined where it has none. */
export function sizeOf(m: Machine, value: PyValue): bigint | undefined {
  if (typeof value === 'string') return BigInt(unitsOf(m, value).length)
  if (value instanceof PyList || value instanceof PyTuple) return BigInt(value.items.length)
  if (value instanceof PyDict || value instanceof PySet) return BigInt(value.entries.size)
  if (value instanceof PyView) return BigInt(value.dict.entries.size)
  if (value instanceof PyRange) return value.length
  return value instanceof PyBytes ? BigInt(value.text.length) : undefined
}

/** Python's `bool(value)`. */
export function isTrue(m: Machine, value: PyValue): boolean {
  if (typeof value === 'boolean') return value
  if (value === null) return false
  if (typeof value === 'string') return value !== ''
  if (typeof value === 'bigint') return value !== 0n
  if (typeof value === 'number') return value !== 0
  return sizeOf(m, value) !== 0n
}
