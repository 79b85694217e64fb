import { compareCodePoints } from '../../../shared/python/text.ts'
import { fail, type Machine } from './machine.ts'
import {
  isSequence,
  iterate,
  keyOf,
  numeric,
  PyDict,
  PyRange,
  PySet,
  type PyValue,
  textOf,
  typeName,
} from './values.ts'

/** Steps of finding one text in another; the worst case is quadratic. */
export const searchCost = (text: string, part: string): number => 1 + (text.length * (part.length + 1)) / 256

/** Python's `==`. */
export function equal(m: Machine, a: PyValue, b: PyValue): boolean {
  m.step()
  const [left, right] = [numeric(a), numeric(b)]
  // Two numbers are equal where neither is smaller; JavaScript compares a bigint and a number exactly.
  if (left !== undefined && right !== undefined) return left <= right && left >= right
  if (typeof a === 'string' && typeof b === 'string') m.step(a.length === b.length ? a.length / 64 : 0)
  if (a === b) return true
  if (a instanceof PySet && b instanceof PySet) return a.size === b.size && isSubset(m, a, b)
  if (a === null || b === null || typeName(a) !== typeName(b)) return false
  if (isSequence(a) && isSequence(b))
    return a.length === b.length && m.nested(() => a.every((item, i) => equal(m, item, b[i] as PyValue)))
  if (a instanceof PyRange && b instanceof PyRange)
    return (
      a.length === b.length &&
      (a.length === 0n || (a.start === b.start && (a.length === 1n || a.step === b.step)))
    )
  if (!(a instanceof PyDict && b instanceof PyDict) || a.size !== b.size) return false
  const isSame = ([key, [, value]]: [string, readonly PyValue[]]): boolean =>
    b.has(key) && equal(m, value as PyValue, b.get(key)?.[1] as PyValue)
  return m.nested(() => [...a].every(isSame))
}

function isSubset(m: Machine, a: PySet, b: PySet): boolean {
  m.step(a.size)
  return [...a.keys()].every((key) => b.has(key))
}

/** Order of two values: negative, 0, positive, or NaN where neither comes first. */
export function compare(m: Machine, a: PyValue, b: PyValue, operator = '<'): number {
  m.step()
  const [left, right] = [numeric(a), numeric(b)]
  if (left !== undefined && right !== undefined) {
    if (left < right) return -1
    return left > right ? 1 : left <= right ? 0 : Number.NaN
  }
  if (typeof a === 'string' && typeof b === 'string') {
    m.step(Math.min(a.length, b.length) / 16)
    return compareCodePoints(a, b)
  }
  if (isSequence(a) && isSequence(b) && typeName(a) === typeName(b)) {
    return m.nested(() => {
      const at = a.findIndex((item, i) => i >= b.length || !equal(m, item, b[i] as PyValue))
      return at < 0 || at >= b.length
        ? a.length - b.length
        : compare(m, a[at] as PyValue, b[at] as PyValue, operator)
    })
  }
  if (a instanceof PySet && b instanceof PySet) {
    if (isSubset(m, a, b)) return a.size - b.size
    return isSubset(m, b, a) ? 1 : Number.NaN
  }
  return fail(`"${operator}" is not supported between ${typeName(a)} and ${typeName(b)}`)
}

/** Python's `item in container`. */
function contains(m: Machine, container: PyValue, item: PyValue): boolean {
  if (typeof container === 'string') {
    const part = textOf(item, 'what a text contains')
    m.step(searchCost(container, part))
    return container.includes(part)
  }
  if (container instanceof Map) return container.has(keyOf(m, item))
  for (const value of iterate(m, container)) if (equal(m, value, item)) return true
  return false
}

/** The comparisons of Python. */
export const COMPARISONS: Readonly<Record<string, (m: Machine, a: PyValue, b: PyValue) => boolean>> = {
  '==': equal,
  '!=': (m, a, b) => !equal(m, a, b),
  '<': (m, a, b) => compare(m, a, b, '<') < 0,
  '<=': (m, a, b) => compare(m, a, b, '<=') <= 0,
  '>': (m, a, b) => compare(m, a, b, '>') > 0,
  '>=': (m, a, b) => compare(m, a, b, '>=') >= 0,
  in: (m, a, b) => contains(m, b, a),
  'not in': (m, a, b) => !contains(m, b, a),
  is: (_, a, b) => Object.is(a, b),
  'is not': (_, a, b) => !Object.is(a, b),
}
