import { compareCodePoints } from '../text.ts'
import type { ComparisonOperator } from './ast.ts'
import { keyOf } from './collections.ts'
import { iterate } from './iterate.ts'
import { fail, type Machine } from './machine.ts'
import {
  PyBytes,
  PyDict,
  PyList,
  PyRange,
  PySet,
  PySlice,
  PyTuple,
  type PyValue,
  PyView,
  typeName,
} from './values.ts'

const SURROGATE = /[\ud800-\udfff]/

/** The value as a number, where it is one: True counts as 1. */
export function numeric(value: PyValue): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
}

/** Negative, 0, positive, or NaN where neither is smaller and they are not equal. */
function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1
  if (a > b) return 1
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0
}

function compareStrings(m: Machine, a: string, b: string): number {
  m.step(Math.min(a.length, b.length) / 64)
  if (SURROGATE.test(a) || SURROGATE.test(b)) {
    m.step(a.length + b.length)
    return compareCodePoints(a, b)
  }
  if (a === b) return 0
  return a < b ? -1 : 1
}

const everyEqual = (m: Machine, a: readonly PyValue[], b: readonly PyValue[]): boolean =>
  a.length === b.length && m.nested(() => a.every((item, i) => equal(m, item, b[i] as PyValue)))

/** Python's `==`. */
export function equal(m: Machine, a: PyValue, b: PyValue): boolean {
  m.step()
  const [left, right] = [numeric(a), numeric(b)]
  if (left !== undefined && right !== undefined) return compareNumbers(left, right) === 0
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length === b.length) m.step(a.length / 64)
    return a === b
  }
  if (a === b) return true
  if (a instanceof PyList && b instanceof PyList) return everyEqual(m, a.items, b.items)
  if (a instanceof PyTuple && b instanceof PyTuple) return everyEqual(m, a.items, b.items)
  if (a instanceof PyDict && b instanceof PyDict) {
    if (a.entries.size !== b.entries.size) return false
    return m.nested(() =>
      [...a.entries].every(([key, [, value]]) => {
        const other = b.entries.get(key)
        return other !== undefined && equal(m, value, other[1])
      }),
    )
  }
  const [these, those] = [setKeys(m, a), setKeys(m, b)]
  if (these !== undefined && those !== undefined)
    return these.size === those.size && isSubset(m, these, those)
  if (a instanceof PyRange && b instanceof PyRange) {
    const { length } = a
    if (length !== b.length) return false
    return length === 0n || (a.start === b.start && (length === 1n || a.step === b.step))
  }
  if (a instanceof PySlice && b instanceof PySlice) {
    return equal(m, a.start, b.start) && equal(m, a.stop, b.stop) && equal(m, a.step, b.step)
  }
  return a instanceof PyBytes && b instanceof PyBytes && a.text === b.text
}

/** Keys of the elements of a set, or of a view that is like one. */
function setKeys(m: Machine, value: PyValue): Set<string> | undefined {
  if (value instanceof PySet) return new Set(value.entries.keys())
  if (!(value instanceof PyView) || value.part === 'values') return undefined
  return new Set(Array.from(iterate(m, value), (item) => keyOf(m, item)))
}

function isSubset(m: Machine, a: Set<string>, b: Set<string>): boolean {
  m.step(a.size)
  return [...a].every((key) => b.has(key))
}

/** Order of two values: negative, 0, positive, or NaN where they have none. */
export function compare(m: Machine, a: PyValue, b: PyValue, operator = '<'): number {
  m.step()
  const [left, right] = [numeric(a), numeric(b)]
  if (left !== undefined && right !== undefined) return compareNumbers(left, right)
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(m, a, b)
  if (a instanceof PyBytes && b instanceof PyBytes) return compareStrings(m, a.text, b.text)
  if ((a instanceof PyList && b instanceof PyList) || (a instanceof PyTuple && b instanceof PyTuple)) {
    return m.nested(() => {
      for (let i = 0; i < Math.min(a.items.length, b.items.length); i++) {
        const [x, y] = [a.items[i] as PyValue, b.items[i] as PyValue]
        if (!equal(m, x, y)) return compare(m, x, y, operator)
      }
      return a.items.length - b.items.length
    })
  }
  const [these, those] = [setKeys(m, a), setKeys(m, b)]
  if (these !== undefined && those !== undefined) {
    if (isSubset(m, these, those)) return these.size - those.size
    return isSubset(m, those, these) ? 1 : Number.NaN
  }
  return fail(`"${operator}" is not supported between ${typeName(a)} and ${typeName(b)}`)
}

/** Steps of finding one text in another; the worst case is quadratic. */
export const searchCost = (text: string, part: string): number => 1 + (text.length * (part.length + 1)) / 256

/** Python's `item in container`. */
export function contains(m: Machine, container: PyValue, item: PyValue): boolean {
  if (typeof container === 'string') {
    if (typeof item !== 'string') fail(`a text can contain text only, not ${typeName(item)}`)
    m.step(searchCost(container, item))
    return container.includes(item)
  }
  if (container instanceof PyDict || container instanceof PySet) return container.entries.has(keyOf(m, item))
  if (container instanceof PyRange) {
    const value = typeof item === 'number' && Number.isInteger(item) ? BigInt(item) : numeric(item)
    if (typeof value !== 'bigint') return false
    const offset = value - container.start
    if (offset % container.step !== 0n) return false
    const index = offset / container.step
    return index >= 0n && index < container.length
  }
  for (const value of iterate(m, container)) if (equal(m, value, item)) return true
  return false
}

/** Python's `is`; values that are not containers are the same if they cannot be told apart. */
const isSame = (a: PyValue, b: PyValue): boolean => Object.is(a, b)

/** One comparison of a chain. */
export function comparison(m: Machine, operator: ComparisonOperator, a: PyValue, b: PyValue): boolean {
  switch (operator) {
    case '==':
      return equal(m, a, b)
    case '!=':
      return !equal(m, a, b)
    case 'in':
      return contains(m, b, a)
    case 'not in':
      return !contains(m, b, a)
    case 'is':
      return isSame(a, b)
    case 'is not':
      return !isSame(a, b)
    case '<':
      return compare(m, a, b, operator) < 0
    case '<=':
      return compare(m, a, b, operator) <= 0
    case '>':
      return compare(m, a, b, operator) > 0
    case '>=':
      return compare(m, a, b, operator) >= 0
  }
}
