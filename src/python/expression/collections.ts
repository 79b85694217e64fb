import { fail, type Machine } from './machine.ts'
import { PyDict, PyFunction, PyIterator, PyRange, PySet, PyTuple, type PyValue, typeName } from './values.ts'

/** Text that is the same for two values exactly if they are one key: 1, 1.0 and True are. */
export function keyOf(m: Machine, value: PyValue): string {
  m.step()
  if (value === null) return 'N'
  if (typeof value === 'boolean') return value ? 'i1' : 'i0'
  if (typeof value === 'bigint') {
    const digits = value.toString(16)
    m.make(digits.length / 32)
    return `i${digits}`
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? `i${BigInt(value).toString(16)}` : `f${value}`
  }
  if (typeof value === 'string') {
    m.step(value.length / 64)
    return `s${value}`
  }
  if (value instanceof PyTuple) {
    const keys = m.nested(() => value.items.map((item) => keyOf(m, item)))
    m.make(keys.reduce((sum, key) => sum + key.length, 0) / 8)
    return `t${keys.map((key) => `${key.length}:${key}`).join('')}`
  }
  if (value instanceof PySet && value.frozen) {
    m.make(value.entries.size)
    return `z${[...value.entries.keys()]
      .sort()
      .map((key) => `${key.length}:${key}`)
      .join('')}`
  }
  if (value instanceof PyRange) return `r${value.start}:${value.stop}:${value.step}`
  if (value instanceof PyFunction || value instanceof PyIterator) return `o${m.identityOf(value)}`
  return fail(`a value of type ${typeName(value)} cannot be a dict key or a set element`)
}

export function setEntry(m: Machine, dict: PyDict, key: PyValue, value: PyValue): void {
  const text = keyOf(m, key)
  const entry = dict.entries.get(text)
  if (entry !== undefined) {
    entry[1] = value
    return
  }
  m.make(1)
  dict.entries.set(text, [key, value])
}

export const getEntry = (m: Machine, dict: PyDict, key: PyValue): PyValue | undefined =>
  dict.entries.get(keyOf(m, key))?.[1]

export function dictOf(m: Machine, pairs: Iterable<readonly [PyValue, PyValue]>): PyDict {
  const dict = new PyDict()
  for (const [key, value] of pairs) setEntry(m, dict, key, value)
  return dict
}

export function addElement(m: Machine, set: PySet, value: PyValue): void {
  const key = keyOf(m, value)
  if (set.entries.has(key)) return
  m.make(1)
  set.entries.set(key, value)
}

export function setOf(m: Machine, values: Iterable<PyValue>, frozen = false): PySet {
  const set = new PySet(frozen)
  for (const value of values) addElement(m, set, value)
  return set
}

/**
 * Elements in the order that they are gone through. Python leaves it to its hashes; small whole numbers come
 * out ascending there and here, everything else in order of insertion.
 */
export function elementsOf(m: Machine, set: PySet): PyValue[] {
  const values = [...set.entries.values()]
  m.step(values.length)
  if (!values.every((value) => typeof value === 'bigint' && value >= 0n)) return values
  return (values as bigint[]).sort((a, b) => {
    m.step()
    return a < b ? -1 : 1
  })
}
