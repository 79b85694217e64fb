import { bind, type Methods, method, methods } from './arguments.ts'
import { compare, contains, equal, numeric } from './compare.ts'
import { iterate, toArray } from './iterate.ts'
import { fail, type Machine } from './machine.ts'
import { integerOf, searchBounds } from './subscript.ts'
import { isTrue } from './truth.ts'
import { callWith, PyList, type PyRange, type PyTuple, type PyValue } from './values.ts'

/** Python's `sorted`: stable, by a key where one is given. */
export function sortValues(
  m: Machine,
  items: PyValue[],
  key: PyValue | undefined,
  reverse: PyValue | undefined,
): PyValue[] {
  m.make(items.length)
  const keyed = items.map((item) => {
    m.step()
    return { item, key: (key ?? null) === null ? item : callWith(m, key as PyValue, item) }
  })
  const direction = isTrue(m, reverse ?? false) ? -1 : 1
  // One kind without an order, or two items that cannot be compared, have to fail in short lists as well.
  keyed.sort((a, b) => direction * (compare(m, a.key, b.key) || 0))
  return keyed.map(({ item }) => item)
}

function indexOf(
  m: Machine,
  items: readonly PyValue[],
  wanted: PyValue,
  start?: PyValue,
  stop?: PyValue,
): number {
  const [from, to] = searchBounds(start, stop, items.length)
  for (let i = from; i < to; i++) if (equal(m, items[i] as PyValue, wanted)) return i
  return -1
}

function foundIndex(
  m: Machine,
  items: readonly PyValue[],
  wanted: PyValue,
  start?: PyValue,
  stop?: PyValue,
): bigint {
  const index = indexOf(m, items, wanted, start, stop)
  return index < 0 ? fail('the value is not in the sequence') : BigInt(index)
}

const countIn = (m: Machine, items: readonly PyValue[], wanted: PyValue): bigint =>
  BigInt(items.filter((item) => equal(m, item, wanted)).length)

/** A range has the methods of a tuple, and does not go through its items. */
function indexInRange(m: Machine, range: PyRange, value: PyValue): bigint | undefined {
  const number = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : numeric(value)
  return typeof number === 'bigint' && contains(m, range, number)
    ? (number - range.start) / range.step
    : undefined
}

export const rangeMethods: Methods<PyRange> = methods<PyRange>({
  count: method('/value', (m, range, value) => (contains(m, range, value as PyValue) ? 1n : 0n)),
  index: method(
    '/value',
    (m, range, value) => indexInRange(m, range, value as PyValue) ?? fail('the value is not in the range'),
  ),
})

/** Takes an item out of a list. */
function pop(m: Machine, list: PyList, index: PyValue | undefined): PyValue {
  const number = integerOf(index === undefined ? -1n : index, 'the index')
  const at = number < 0n ? number + BigInt(list.items.length) : number
  if (at < 0n || at >= list.items.length) fail('pop index out of range')
  m.step(list.items.length / 64)
  return list.items.splice(Number(at), 1)[0] as PyValue
}

export const tupleMethods: Methods<PyTuple> = methods<PyTuple>({
  count: method('/value', (m, tuple, value) => countIn(m, tuple.items, value as PyValue)),
  index: method('/value /start? /stop?', (m, tuple, value, start, stop) =>
    foundIndex(m, tuple.items, value as PyValue, start, stop),
  ),
})

export const listMethods: Methods<PyList> = methods<PyList>({
  count: method('/value', (m, list, value) => countIn(m, list.items, value as PyValue)),
  index: method('/value /start? /stop?', (m, list, value, start, stop) =>
    foundIndex(m, list.items, value as PyValue, start, stop),
  ),
  copy: method('', (m, list) => new PyList(toArray(m, list))),
  append: method('/object', (m, list, value) => {
    m.make(1)
    list.items.push(value as PyValue)
    return null
  }),
  extend: method('/iterable', (m, list, values) => {
    for (const value of values === list ? toArray(m, list) : iterate(m, values as PyValue)) {
      m.make(1)
      list.items.push(value)
    }
    return null
  }),
  insert: method('/index /object', (m, list, index, value) => {
    m.make(1)
    m.step(list.items.length / 64)
    const [at] = searchBounds(integerOf(index, 'the index'), undefined, list.items.length)
    list.items.splice(at, 0, value as PyValue)
    return null
  }),
  pop: method('/index?', pop),
  remove: method('/value', (m, list, value) => {
    list.items.splice(Number(foundIndex(m, list.items, value as PyValue)), 1)
    return null
  }),
  reverse: method('', (m, list) => {
    m.step(list.items.length)
    list.items.reverse()
    return null
  }),
  sort: (name) => [
    name,
    (m, list, args) => {
      const [key, reverse] = bind(name, args, '*key? *reverse?')
      const sorted = sortValues(m, [...list.items], key, reverse)
      list.items.splice(0, list.items.length)
      for (const item of sorted) list.items.push(item)
      return null
    },
  ],
  clear: method('', (_, list) => {
    list.items.splice(0, list.items.length)
    return null
  }),
})
