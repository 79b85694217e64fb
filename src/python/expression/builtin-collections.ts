import { bind, builtin } from './arguments.ts'
import { isIterable, iterate, toArray } from './iterate.ts'
import { sortValues } from './list-methods.ts'
import { fail, type Machine } from './machine.ts'
import { integerOf } from './subscript.ts'
import { isTrue, sizeOf } from './truth.ts'
import {
  type Args,
  call,
  callWith,
  PyDict,
  PyFunction,
  PyIterator,
  PyList,
  PyRange,
  PyTuple,
  type PyValue,
  PyView,
  typeName,
} from './values.ts'

type Given = PyValue | undefined

function* mapped(m: Machine, run: PyValue, sources: Iterator<PyValue>[]): Generator<PyValue> {
  for (let row = nextRow(sources, false); row !== undefined; row = nextRow(sources, false)) {
    m.step()
    yield call(m, run, { positional: row, named: new Map() })
  }
}

/** The next value of each source; undefined where one has ended. */
function nextRow(sources: Iterator<PyValue>[], strict: boolean): PyValue[] | undefined {
  const row: PyValue[] = []
  for (const [i, source] of sources.entries()) {
    const next = source.next()
    if (next.done !== true) row.push(next.value)
    const others =
      strict && i === 0 && next.done === true
        ? sources.slice(1).some((other) => other.next().done !== true)
        : false
    if (others || (strict && i > 0 && next.done === true)) fail('zip() arguments differ in length')
    if (next.done === true) return undefined
  }
  return sources.length === 0 ? undefined : row
}

function* zipped(m: Machine, sources: Iterator<PyValue>[], strict: boolean): Generator<PyValue> {
  for (let row = nextRow(sources, strict); row !== undefined; row = nextRow(sources, strict)) {
    m.make(row.length)
    yield new PyTuple(row)
  }
}

function* filtered(m: Machine, test: PyValue, source: Iterator<PyValue>): Generator<PyValue> {
  for (let next = source.next(); next.done !== true; next = source.next()) {
    if (isTrue(m, test === null ? next.value : callWith(m, test, next.value))) yield next.value
  }
}

function* enumerated(m: Machine, source: Iterator<PyValue>, start: bigint): Generator<PyValue> {
  let index = start
  for (let next = source.next(); next.done !== true; next = source.next()) {
    m.make(2)
    yield new PyTuple([index++, next.value])
  }
}

function* backwards(m: Machine, items: readonly PyValue[]): Generator<PyValue> {
  for (let i = items.length - 1; i >= 0; i--) {
    m.step()
    yield items[i] as PyValue
  }
}

function reversed(m: Machine, value: PyValue): PyIterator {
  if (value instanceof PyRange) {
    const { start, step, length } = value
    return new PyIterator(
      'range_iterator',
      iterate(m, new PyRange(start + (length - 1n) * step, start - step, -step)),
    )
  }
  if (value instanceof PyList) return new PyIterator('list_reverseiterator', backwards(m, value.items))
  if (value instanceof PyTuple || typeof value === 'string') {
    return new PyIterator('reversed', backwards(m, toArray(m, value)))
  }
  if (value instanceof PyDict || value instanceof PyView) {
    const part = value instanceof PyView ? value.part.slice(0, -1) : 'key'
    return new PyIterator(`dict_reverse${part}iterator`, backwards(m, toArray(m, value)))
  }
  return fail(`a value of type ${typeName(value)} cannot be reversed`)
}

function isAny(m: Machine, values: Given, wanted: boolean): boolean {
  for (const value of iterate(m, values ?? null)) if (isTrue(m, value) === wanted) return true
  return false
}

/** `map`, `filter`, `zip` and `enumerate` are types: that is what Python calls them. */
const lazy = (name: string, make: (m: Machine, args: Args) => Generator<PyValue>): PyFunction =>
  new PyFunction('type', name, (m, args) => new PyIterator(name, make(m, args)))

function sourcesOf(m: Machine, values: PyValue[]): Iterator<PyValue>[] {
  const wrong = values.find((value) => !isIterable(value))
  if (wrong !== undefined) fail(`a value of type ${typeName(wrong)} cannot be gone through item by item`)
  return values.map((value) => iterate(m, value))
}

function makeMap(m: Machine, { positional, named }: Args): Generator<PyValue> {
  const [run, ...values] = positional
  if (run === undefined || values.length === 0 || named.size > 0) fail('map() takes a function and iterables')
  return mapped(m, run, sourcesOf(m, values))
}

function makeZip(m: Machine, { positional, named }: Args): Generator<PyValue> {
  const [strict] = bind('zip', { positional: [], named }, '*strict?')
  return zipped(m, sourcesOf(m, positional), isTrue(m, strict ?? false))
}

/** Built-in functions on collections. */
export const COLLECTION_FUNCTIONS: readonly PyFunction[] = [
  builtin('all', '/iterable', (m, [values]) => !isAny(m, values, false)),
  builtin('any', '/iterable', (m, [values]) => isAny(m, values, true)),
  builtin(
    'len',
    '/obj',
    (m, [value]) =>
      sizeOf(m, value ?? null) ?? fail(`a value of type ${typeName(value ?? null)} has no length`),
  ),
  builtin(
    'sorted',
    '/iterable *key? *reverse?',
    (m, [values, key, reverse]) => new PyList(sortValues(m, toArray(m, values ?? null), key, reverse)),
  ),
  new PyFunction('type', 'reversed', (m, args) =>
    reversed(m, bind('reversed', args, '/sequence')[0] as PyValue),
  ),
  lazy('map', makeMap),
  lazy('zip', makeZip),
  lazy('filter', (m, args) => {
    const [test, values] = bind('filter', args, '/function /iterable')
    return filtered(m, test as PyValue, sourcesOf(m, [values as PyValue])[0] as Iterator<PyValue>)
  }),
  lazy('enumerate', (m, args) => {
    const [values, start] = bind('enumerate', args, 'iterable start?')
    return enumerated(
      m,
      sourcesOf(m, [values as PyValue])[0] as Iterator<PyValue>,
      integerOf(start === undefined ? 0n : start, 'the start'),
    )
  }),
]
