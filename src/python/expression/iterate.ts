import { elementsOf } from './collections.ts'
import { fail, type Machine } from './machine.ts'
import {
  PyBytes,
  PyDict,
  PyIterator,
  PyList,
  PyRange,
  PySet,
  PyTuple,
  type PyValue,
  PyView,
  typeName,
} from './values.ts'

function* entriesOf(m: Machine, dict: PyDict): Generator<[PyValue, PyValue]> {
  const { size } = dict.entries
  for (const entry of dict.entries.values()) {
    if (dict.entries.size !== size) fail('the dict changed its size while it was gone through')
    m.step()
    yield entry
  }
}

function* overList(m: Machine, items: readonly PyValue[]): Generator<PyValue> {
  // The list may grow meanwhile.
  for (let i = 0; i < items.length; i++) {
    m.step()
    yield items[i] as PyValue
  }
}

function* overText(m: Machine, text: string): Generator<PyValue> {
  for (const char of text) {
    m.step()
    yield char
  }
}

function* overRange(m: Machine, { start, step, length }: PyRange): Generator<PyValue> {
  let value = start
  for (let left = length; left > 0n; left--) {
    m.step()
    yield value
    value += step
  }
}

function* overDict(m: Machine, dict: PyDict, part: PyView['part']): Generator<PyValue> {
  for (const entry of entriesOf(m, dict)) {
    if (part === 'items') {
      m.make(2)
      yield new PyTuple([...entry])
    } else yield part === 'keys' ? entry[0] : entry[1]
  }
}

function* overIterator(m: Machine, iterator: PyIterator): Generator<PyValue> {
  for (let next = iterator.next(m); next.done !== true; next = iterator.next(m)) {
    m.step()
    yield next.value
  }
}

/** Whether `iterate` accepts the value. */
export const isIterable = (value: PyValue): boolean =>
  typeof value === 'string' ||
  [PyList, PyTuple, PyDict, PySet, PyView, PyRange, PyIterator, PyBytes].some((type) => value instanceof type)

/** The values of something that can be gone through; each counts as a step. */
export function iterate(m: Machine, value: PyValue): Generator<PyValue> {
  if (typeof value === 'string') return overText(m, value)
  if (value instanceof PyList || value instanceof PyTuple) return overList(m, value.items)
  if (value instanceof PyRange) return overRange(m, value)
  if (value instanceof PyDict) return overDict(m, value, 'keys')
  if (value instanceof PyView) return overDict(m, value.dict, value.part)
  if (value instanceof PySet) return overList(m, elementsOf(m, value))
  if (value instanceof PyIterator) return overIterator(m, value)
  if (value instanceof PyBytes)
    return overList(
      m,
      Array.from(value.text, (char) => BigInt(char.charCodeAt(0))),
    )
  return fail(`a value of type ${typeName(value)} cannot be gone through item by item`)
}

/** All values in an array; each counts as made. */
export function toArray(m: Machine, value: PyValue): PyValue[] {
  const items: PyValue[] = []
  for (const item of iterate(m, value)) {
    m.make(1)
    items.push(item)
  }
  return items
}
