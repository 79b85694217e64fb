import { toFloat } from '../../../shared/python/float.ts'
import { sum as sumFloats } from '../../../shared/python/number.ts'
import { strip } from '../../../shared/python/text.ts'
import { arithmetic } from './arithmetic.ts'
import { compare } from './compare.ts'
import { reprOf, strOf } from './format.ts'
import { fail, type Machine } from './machine.ts'
import { asFloat, bitLength, MAX_DIGITS, rounded, toInteger } from './numbers.ts'
import {
  type Args,
  bind,
  builtin,
  callWith,
  dictOf,
  type Given,
  integerOf,
  isTrue,
  iterate,
  numeric,
  PyDict,
  PyFunction,
  PyIterator,
  PyRange,
  type PyTuple,
  type PyValue,
  setOf,
  sizeOf,
  toArray,
  tupleOf,
  typeName,
} from './values.ts'

const numberOf = (name: string, value: Given): bigint | number =>
  numeric(value) ?? fail(`${name}() needs a number, not ${typeName(value ?? null)}`)

/** Python's `float(value)`. */
export function floatOf(m: Machine, value: PyValue): number {
  const number = numeric(value)
  if (number !== undefined) return asFloat(number)
  const isBytes = typeName(value) === 'bytes'
  const text = isBytes ? String.fromCharCode(...(value as PyTuple).map(Number)) : value
  if (typeof text !== 'string')
    return fail(`a value of type ${typeName(value)} cannot be converted to a float`)
  m.step(text.length / 8)
  return toFloat(text) ?? fail(`${reprOf(m, value).slice(0, 80)} is not a number`)
}

/** Python's `int(value, base)`, without prefixes such as `0x` in the text. */
function toInt(m: Machine, value: Given = 0n, given?: Given): bigint {
  const number = numeric(value)
  if (number !== undefined && given === undefined)
    return typeof number === 'number' ? toInteger(number) : number
  if (typeof value !== 'string')
    return fail(`a value of type ${typeName(value)} cannot be converted to an int`)
  const base = Number(integerOf(given ?? 10n, 'the base'))
  const [, sign, digits = ''] = /^([+-]?)([\da-z]+(?:_[\da-z]+)*)$/i.exec(strip(value)) ?? []
  const values = Array.from(digits.replaceAll('_', ''), (digit) => Number.parseInt(digit, 36))
  if (base < 2 || base > 36 || values.length === 0 || values.some((digit) => digit >= base))
    fail(`${reprOf(m, value).slice(0, 80)} is not an int of base ${base}`)
  if (values.length > MAX_DIGITS) fail(`an int of more than ${MAX_DIGITS} digits is not read from a text`)
  m.step(values.length ** 2 / 1000)
  const magnitude = values.reduce((total, digit) => total * BigInt(base) + BigInt(digit), 0n)
  return sign === '-' ? -magnitude : magnitude
}

/** From the first float on, Python adds numbers with compensation. */
function sum(m: Machine, values: Given, start: Given = 0n): PyValue {
  let total = start
  let floats: number[] = []
  const settled = (): PyValue =>
    floats.length === 0 ? total : sumFloats([asFloat(numberOf('sum', total)), ...floats])
  if (typeof total === 'string') fail('sum() does not join texts: use join')
  for (const value of iterate(m, values as PyValue)) {
    const number = numeric(value)
    const isNumeric = number !== undefined && numeric(total) !== undefined
    if (isNumeric && (floats.length > 0 || typeof number === 'number')) floats.push(asFloat(number))
    else {
      total = arithmetic(m, '+', settled(), value)
      floats = []
    }
  }
  return settled()
}

/** Items with the values that order them. */
const rankedBy = (m: Machine, items: readonly PyValue[], key: Given): { item: PyValue; rank: PyValue }[] =>
  items.map((item) => ({ item, rank: (key ?? null) === null ? item : callWith(m, key as PyValue, item) }))

/** Python's `sorted`: stable. */
function sorted(m: Machine, values: Given, key: Given, reverse: Given): PyValue[] {
  const direction = isTrue(m, reverse ?? false) ? -1 : 1
  const ranked = rankedBy(m, toArray(m, values as PyValue), key)
  return ranked.sort((a, b) => direction * (compare(m, a.rank, b.rank) || 0)).map(({ item }) => item)
}

/** `min` and `max`: of one iterable, or of the arguments themselves. */
const extreme = (name: string, sign: number): PyFunction =>
  new PyFunction('builtin_function_or_method', name, (m, { positional, named }) => {
    const [key, fallback] = bind(name, { positional: [], named }, '*key? *default?')
    const [single = fail(`${name}() needs at least one argument`)] = positional
    const [first, ...others] = rankedBy(m, positional.length > 1 ? positional : toArray(m, single), key)
    if (first === undefined) return fallback === undefined ? fail(`${name}() of nothing`) : fallback
    return others.reduce((best, next) => (compare(m, next.rank, best.rank) * sign < 0 ? next : best), first)
      .item
  })

/** Functions on numbers, which every vocabulary has. */
export const NUMBER_FUNCTIONS: readonly PyFunction[] = [
  builtin('abs', 'x', (_, x) => {
    const number = numberOf('abs', x)
    return number < 0 || Object.is(number, -0) ? -number : number
  }),
  builtin('round', 'number ndigits?', (m, x, digits) => rounded(m, numberOf('round', x), digits)),
  builtin('sum', 'iterable start?', sum),
  builtin('pow', 'base exp', (m, base, exponent) =>
    arithmetic(m, '**', base as PyValue, exponent as PyValue),
  ),
  extreme('min', 1),
  extreme('max', -1),
]

/** A function of floats; a number without a value is an error. */
const ofFloat = (name: string, compute: (x: number) => number): PyFunction =>
  builtin(name, 'x', (_, value) => {
    const x = asFloat(numberOf(name, value))
    const result = compute(x)
    return Number.isNaN(result) && !Number.isNaN(x)
      ? fail(`${name}() is not defined for this number`)
      : result
  })

/** A logarithm, also of ints beyond the floats. */
function logarithm(name: string, value: Given, log: (x: number) => number): number {
  const x = numberOf(name, value)
  if (x <= 0) fail(`${name}() is defined for positive numbers only`)
  const excess = typeof x === 'bigint' ? Math.max(0, bitLength(x) - 1000) : 0
  return log(Number(typeof x === 'bigint' ? x >> BigInt(excess) : x)) + excess * log(2)
}

/** Functions of Python's `math` module. */
export const MATH_FUNCTIONS: readonly PyFunction[] = [
  ...(['sqrt', 'sin', 'cos', 'tan'] as const).map((name) => ofFloat(name, Math[name])),
  ...(['ceil', 'floor'] as const).map((name) =>
    builtin(name, 'x', (_, value) => {
      const x = numberOf(name, value)
      return typeof x === 'bigint' ? x : toInteger(Math[name](x))
    }),
  ),
  ...(['log10', 'log2'] as const).map((name) => builtin(name, 'x', (_, x) => logarithm(name, x, Math[name]))),
  builtin('log', 'x base?', (_, x, base) => {
    const bottom = base === undefined ? 1 : logarithm('log', base, Math.log)
    return bottom === 0 ? fail('division by zero') : logarithm('log', x, Math.log) / bottom
  }),
]

/** A function that gives an iterator; Python calls it a type. Its iterables are the arguments from `first` on. */
const lazy = (
  name: string,
  first: number,
  make: (m: Machine, rows: Generator<PyValue[]>, args: readonly PyValue[]) => Generator<PyValue>,
): PyFunction =>
  new PyFunction('type', name, (m, { positional, named }) => {
    if (named.size > 0) fail(`${name}() with keyword arguments is not supported`)
    if (name !== 'zip' && positional.length <= first) fail(`${name}() needs at least ${first + 1} arguments`)
    const sources = positional.slice(first).map((value) => iterate(m, value))
    return new PyIterator(name, make(m, rowsOf(m, sources), positional))
  })

/** Rows of the next values of the iterables, until the shortest ends. */
function* rowsOf(m: Machine, sources: Generator<PyValue>[]): Generator<PyValue[]> {
  while (sources.length > 0) {
    const row: PyValue[] = []
    for (const source of sources) {
      const next = source.next()
      if (next.done === true) return
      row.push(next.value)
    }
    m.make(row.length)
    yield row
  }
}

function* enumerated(m: Machine, values: Given, start: Given): Generator<PyValue> {
  let index = integerOf(start ?? 0n, 'the start')
  for (const value of iterate(m, values as PyValue)) yield tupleOf([index++, value])
}

/** Whether some value is true, or some value is false. It stops at the first. */
function hasTruth(m: Machine, values: Given, wanted: boolean): boolean {
  for (const value of iterate(m, values as PyValue)) if (isTrue(m, value) === wanted) return true
  return false
}

/** Functions on collections. */
export const COLLECTION_FUNCTIONS: readonly PyFunction[] = [
  builtin('all', 'iterable', (m, values) => !hasTruth(m, values, false)),
  builtin('any', 'iterable', (m, values) => hasTruth(m, values, true)),
  builtin(
    'len',
    'obj',
    (m, value = null) => sizeOf(m, value) ?? fail(`a value of type ${typeName(value)} has no length`),
  ),
  builtin('sorted', 'iterable *key? *reverse?', sorted),
  builtin(
    'reversed',
    'sequence',
    (m, value) =>
      new PyIterator(
        'reversed',
        toArray(m, value as PyValue)
          .reverse()
          .values(),
      ),
    'type',
  ),
  lazy('map', 1, function* (m, rows, [run = null]) {
    for (const row of rows) yield callWith(m, run, ...row)
  }),
  lazy('zip', 0, function* (_, rows) {
    for (const row of rows) yield tupleOf(row)
  }),
  lazy('filter', 1, function* (m, rows, [test = null]) {
    for (const [value = null] of rows)
      if (isTrue(m, test === null ? value : callWith(m, test, value))) yield value
  }),
  builtin(
    'enumerate',
    'iterable start?',
    (m, values, start) => new PyIterator('enumerate', enumerated(m, values, start)),
    'type',
  ),
]

function rangeOf(first: Given, second: Given, third: Given): PyRange {
  const [a = 0n, b = 0n, step = 1n] = [first, second ?? 0n, third ?? 1n].map((value) =>
    integerOf(value, 'an argument of range()'),
  )
  if (step === 0n) fail('the step of a range cannot be zero')
  return second === undefined ? new PyRange(0n, a, 1n) : new PyRange(a, b, step)
}

function toDict(m: Machine, { positional, named }: Args): PyDict {
  const pairs = positional.flatMap((source): (readonly PyValue[])[] =>
    source instanceof PyDict ? [...source.values()] : toArray(m, source).map((pair) => toArray(m, pair)),
  )
  if (positional.length > 1 || pairs.some(({ length }) => length !== 2))
    fail('dict() takes one dict, or pairs of a key and a value')
  return dictOf(m, [...(pairs as [PyValue, PyValue][]), ...named])
}

const itemsIn = (m: Machine, value: Given): PyValue[] => (value === undefined ? [] : toArray(m, value))

/** The types that an expression can call by name. */
export const TYPES: readonly PyFunction[] = [
  builtin('bool', 'object?', (m, value = false) => isTrue(m, value), 'type'),
  builtin('int', 'x? base?', toInt, 'type'),
  builtin('float', 'x?', (m, value = 0) => floatOf(m, value), 'type'),
  builtin('str', 'object?', (m, value = '') => strOf(m, value), 'type'),
  builtin('list', 'iterable?', itemsIn, 'type'),
  builtin('tuple', 'iterable?', (m, value) => tupleOf(itemsIn(m, value)), 'type'),
  builtin('set', 'iterable?', (m, value) => setOf(m, itemsIn(m, value)), 'type'),
  builtin('frozenset', 'iterable?', (m, value) => setOf(m, itemsIn(m, value), 'frozenset'), 'type'),
  builtin('range', 'start stop? step?', (_, first, second, third) => rangeOf(first, second, third), 'type'),
  new PyFunction('type', 'dict', toDict),
]

/** A vocabulary of functions by their own names. */
export const byName = (functions: readonly PyFunction[]): [string, PyValue][] =>
  functions.map((callable) => [callable.name, callable])
