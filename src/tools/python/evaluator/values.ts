import { codePoints } from '../../../shared/python/text.ts'
import { fail, type Machine } from './machine.ts'

/** A Python value that no method changes. An int is a bigint, a float is a number, a list is a plain array. */
export type PyValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly PyValue[]
  | PyDict
  | PySet
  | PyRange
  | PyIterator
  | PyFunction

/** An argument of a function; undefined where it is left out. */
export type Given = PyValue | undefined

/** Arguments of a call. */
export interface Args {
  positional: readonly PyValue[]
  named: ReadonlyMap<string, PyValue>
}

/** An array that is not a list: a tuple, the bytes of a bytes literal, or the keys, values or items of a dict. */
export class PyTuple extends Array<PyValue> {
  static override readonly [Symbol.species] = Array
  typeName = 'tuple'
}

export function tupleOf(items: Iterable<PyValue>, typeName = 'tuple'): PyTuple {
  const tuple = PyTuple.from(items) as PyTuple
  tuple.typeName = typeName
  return tuple
}

/** Entries by the text of their key; see {@link keyOf}. */
export class PyDict extends Map<string, readonly [key: PyValue, value: PyValue]> {}

/** Elements by the text of their key; see {@link keyOf}. */
export class PySet extends Map<string, PyValue> {
  typeName = 'set'
}

export class PyRange {
  readonly typeName = 'range'
  readonly start: bigint
  readonly stop: bigint
  readonly step: bigint
  readonly length: bigint
  constructor(start: bigint, stop: bigint, step: bigint) {
    this.start = start
    this.stop = stop
    this.step = step
    const [span, stride] = step > 0n ? [stop - start, step] : [start - stop, -step]
    this.length = span <= 0n ? 0n : (span + stride - 1n) / stride
  }
}

/** A generator, a map, a zip: its values come once. */
export class PyIterator {
  readonly typeName: string
  private readonly source: Iterator<PyValue>
  private isRunning = false
  constructor(typeName: string, source: Iterator<PyValue>) {
    this.typeName = typeName
    this.source = source
  }

  *values(m: Machine): Generator<PyValue> {
    for (;;) {
      if (this.isRunning) fail(`the ${this.typeName} is already running`)
      this.isRunning = true
      const next = m.nested(() => this.source.next())
      this.isRunning = false
      if (next.done === true) return
      yield next.value
    }
  }
}

/** A function, a built-in function, or a type such as `int`. */
export class PyFunction {
  readonly typeName: 'builtin_function_or_method' | 'function' | 'type'
  readonly name: string
  readonly invoke: (m: Machine, args: Args) => PyValue
  constructor(typeName: PyFunction['typeName'], name: string, invoke: PyFunction['invoke']) {
    this.typeName = typeName
    this.name = name
    this.invoke = invoke
  }
}

/**
 * Arguments of a built-in function in the order of its parameters; undefined where one is left out.
 *
 * @param signature Names of the parameters; `?` after a name makes it optional, `*` before it makes it keyword-only
 */
export function bind(name: string, { positional, named }: Args, signature: string): Given[] {
  const parameters = signature === '' ? [] : signature.split(' ')
  const names = parameters.map((parameter) => parameter.replace(/[*?]/g, ''))
  const most = parameters.filter((parameter) => !parameter.startsWith('*')).length
  if (positional.length > most)
    fail(`${name}() with ${positional.length} positional arguments is not supported`)
  for (const key of named.keys()) {
    const at = names.indexOf(key)
    if (at < positional.length) fail(`${name}() with the keyword argument "${key}" is not supported`)
  }
  return parameters.map((parameter, i) => {
    const value = i < positional.length ? positional[i] : named.get(names[i] as string)
    if (value === undefined && !parameter.endsWith('?')) fail(`${name}() needs an argument "${names[i]}"`)
    return value
  })
}

/** A built-in function with the parameters of a signature; see {@link bind}. */
export const builtin = (
  name: string,
  signature: string,
  run: (m: Machine, ...args: Given[]) => PyValue,
  kind: PyFunction['typeName'] = 'builtin_function_or_method',
): PyFunction => new PyFunction(kind, name, (m, args) => run(m, ...bind(name, args, signature)))

/** Python's name of the value's type. */
export function typeName(value: PyValue): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (typeof value === 'string') return 'str'
  if (value instanceof PyDict) return 'dict'
  return 'typeName' in value ? value.typeName : 'list'
}

export const isSequence = (value: PyValue): value is readonly PyValue[] => Array.isArray(value)

/** The value as a number, where it is one: True counts as 1. */
export function numeric(value: Given): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
}

/** @param what Begins the message of the error */
export function integerOf(value: Given, what: string): bigint {
  const number = numeric(value)
  return typeof number === 'bigint' ? number : fail(`${what} must be an int, not ${typeName(value ?? null)}`)
}

/** @param what Begins the message of the error */
export const textOf = (value: Given, what: string): string =>
  typeof value === 'string' ? value : fail(`${what} must be a str, not ${typeName(value ?? null)}`)

const SURROGATE = /[\ud800-\udfff]/

/** The text by code points. A text without surrogates is its own list of code points. */
export function unitsOf(m: Machine, text: string): string | string[] {
  m.step(text.length / 64)
  if (!SURROGATE.test(text)) return text
  m.make(text.length)
  return codePoints(text)
}

/** Python's `len(value)`; undefined where the value has no length. */
export function sizeOf(m: Machine, value: PyValue): bigint | undefined {
  if (typeof value === 'string') return BigInt(unitsOf(m, value).length)
  if (value instanceof PyRange) return value.length
  if (value instanceof Map) return BigInt(value.size)
  return isSequence(value) ? BigInt(value.length) : undefined
}

/** Python's `bool(value)`. */
export function isTrue(m: Machine, value: PyValue): boolean {
  const number = numeric(value)
  if (number !== undefined) return number !== 0n && number !== 0
  return value !== null && value !== '' && sizeOf(m, value) !== 0n
}

/** A text that two values share exactly if they are one key: 1, 1.0 and True are. */
export function keyOf(m: Machine, value: PyValue): string {
  m.step()
  if (value === null) return 'None'
  if (typeof value === 'string') {
    m.step(value.length / 64)
    return `'${value}`
  }
  const number = numeric(value)
  if (number !== undefined) {
    if (typeof number === 'number' && !Number.isInteger(number)) return `f${number}`
    const digits = BigInt(number).toString(16)
    m.step(digits.length / 8)
    return digits
  }
  const type = typeName(value)
  if (type !== 'tuple' && type !== 'frozenset')
    return fail(`a value of type ${type} cannot be a dict key or a set element`)
  const keys =
    value instanceof PySet
      ? [...value.keys()].sort()
      : m.nested(() => (value as PyTuple).map((item) => keyOf(m, item)))
  m.make(keys.reduce((sum, key) => sum + key.length, 0) / 8)
  return `${type}${keys.map((key) => `${key.length}:${key}`).join('')}`
}

export function dictOf(m: Machine, pairs: Iterable<readonly [PyValue, PyValue]>): PyDict {
  const dict = new PyDict()
  for (const [key, value] of pairs) {
    m.make(1)
    const text = keyOf(m, key)
    // The first of two equal keys stays, with the value of the second.
    dict.set(text, [dict.has(text) ? (dict.get(text)?.[0] as PyValue) : key, value])
  }
  return dict
}

export function setOf(m: Machine, values: Iterable<PyValue>, typeName = 'set'): PySet {
  const set = new PySet()
  set.typeName = typeName
  for (const value of values) {
    m.make(1)
    const text = keyOf(m, value)
    if (!set.has(text)) set.set(text, value)
  }
  return set
}

/**
 * Elements of a set in their order. Python leaves the order to its hashes; small whole numbers ascend there and here,
 * all other elements stand in the order of insertion.
 */
export function elementsOf(m: Machine, set: PySet): PyValue[] {
  const values = [...set.values()]
  m.step(values.length * Math.log2(values.length + 2))
  return values.every((value): value is bigint => typeof value === 'bigint' && value >= 0n)
    ? values.sort((a, b) => (a < b ? -1 : 1))
    : values
}

function* numbersOf({ start, step, length }: PyRange): Generator<PyValue> {
  for (let i = 0n; i < length; i++) yield start + i * step
}

function sourceOf(m: Machine, value: PyValue): Iterable<PyValue> {
  if (typeof value === 'string' || isSequence(value)) return value
  if (value instanceof PyDict) return Array.from(value.values(), ([key]) => key)
  if (value instanceof PySet) return elementsOf(m, value)
  if (value instanceof PyRange) return numbersOf(value)
  if (value instanceof PyIterator) return value.values(m)
  return fail(`a value of type ${typeName(value)} cannot be gone through item by item`)
}

function* counted(m: Machine, source: Iterable<PyValue>): Generator<PyValue> {
  for (const item of source) {
    m.step()
    yield item
  }
}

/**
 * The values of an iterable; each counts as a step.
 *
 * @throws EvaluationError where the value is not iterable
 */
export const iterate = (m: Machine, value: PyValue): Generator<PyValue> => counted(m, sourceOf(m, value))

/** All values of an iterable; each counts as made. */
export function toArray(m: Machine, value: PyValue): PyValue[] {
  const items: PyValue[] = []
  for (const item of iterate(m, value)) {
    m.make(1)
    items.push(item)
  }
  return items
}

export function call(m: Machine, callee: PyValue, args: Args): PyValue {
  if (!(callee instanceof PyFunction)) fail(`a value of type ${typeName(callee)} cannot be called`)
  m.step()
  return m.nested(() => callee.invoke(m, args))
}

export const callWith = (m: Machine, callee: PyValue, ...positional: PyValue[]): PyValue =>
  call(m, callee, { positional, named: new Map() })
