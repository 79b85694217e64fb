import { splitCodePoints } from '../../shared/python/text.ts'

/** Why an expression has no value: a mistake in it, one of the limits, or a part of Python that is not supported. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}

export function throwEvaluationError(message: string): never {
  throw new EvaluationError(message)
}

const MAX_STEPS = 1_000_000
const MAX_SIZE = 1_000_000
// Each level takes a handful of JavaScript frames; ten thousand frames fit on the stack.
const MAX_DEPTH = 400

/**
 * Limits of one evaluation. Work counts steps, memory counts size, recursion counts levels; so an expression is refused
 * by what it does and never by the speed of the machine.
 */
export class Machine {
  private steps = 0
  private size = 0
  private depth = 0

  step(count = 1): void {
    this.steps += count
    if (this.steps > MAX_STEPS)
      throwEvaluationError(`the expression takes more than ${MAX_STEPS.toLocaleString('en')} steps`)
  }

  /** Counts characters or elements before they are made. */
  make(count: number): void {
    this.size += Math.max(0, count)
    if (this.size > MAX_SIZE)
      throwEvaluationError(
        `the expression makes more than ${MAX_SIZE.toLocaleString('en')} characters and elements`,
      )
    this.step(Math.max(0, count) / 8)
  }

  /** Runs work that may recurse. An error ends the evaluation, so the level need not be restored then. */
  runNested<T>(work: () => T): T {
    if (++this.depth > MAX_DEPTH)
      throwEvaluationError(`the expression is nested or recurses deeper than ${MAX_DEPTH} levels`)
    const result = work()
    this.depth--
    return result
  }
}

/** A Python value; no method changes it. An int is a bigint, a float is a number, a list is a plain array. */
export type PyValue = null | boolean | bigint | number | string | readonly PyValue[] | PyDict | PyFunction

/** An argument of a function; undefined where it is left out. */
export type Given = PyValue | undefined

/** Items that are not a list: a tuple, a range, a view of a dict, bytes, or an iterator. */
export class PyItems extends Array<PyValue> {
  static override readonly [Symbol.species] = Array
  typeName = 'tuple'
}

export const createItems = (typeName: string, items: Iterable<PyValue>): PyItems =>
  Object.assign(PyItems.from(items) as PyItems, { typeName })

/** Entries of a dict by what makes two keys one; see {@link keyOf}. */
export class PyDict extends Map<PyValue, readonly [key: PyValue, value: PyValue]> {
  readonly typeName = 'dict'
}

export class PyFunction {
  readonly typeName = 'function'
  readonly name: string
  readonly run: (m: Machine, args: readonly PyValue[], named: ReadonlyMap<string, PyValue>) => PyValue
  constructor(name: string, run: PyFunction['run']) {
    this.name = name
    this.run = run
  }
}

/** Names of the expression. The names around a call or a comprehension are the prototype of those within it. */
export type PythonScope = Record<string, PyValue>

export const createScope = (
  outer: PythonScope | null,
  names: Iterable<readonly [string, PyValue]> = [],
): PythonScope => Object.assign(Object.create(outer), Object.fromEntries(names))

export function typeName(value: Given = null): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (typeof value === 'string') return 'str'
  return 'typeName' in value ? value.typeName : 'list'
}

const isIterator = (value: PyValue): value is PyItems =>
  ['enumerate', 'filter', 'generator', 'map', 'reversed', 'zip'].includes(typeName(value))

export const isSequence = (value: Given): value is readonly PyValue[] =>
  Array.isArray(value) && ['list', 'tuple'].includes(typeName(value))

/** The value as a number: True counts as 1. Undefined where it is not a number. */
export function readNumeric(value: Given): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
}

// Every shorter int has a float next to it.
const MAX_DIGITS = 308
const MAX_INT = 10n ** BigInt(MAX_DIGITS)

export const throwTooLong = (): never => throwEvaluationError(`an int has more than ${MAX_DIGITS} digits`)
export const checkInt = (value: bigint): bigint =>
  value < MAX_INT && value > -MAX_INT ? value : throwTooLong()

interface Converted {
  int: bigint
  number: bigint | number
  str: string
  list: readonly PyValue[]
  tuple: readonly PyValue[]
  dict: PyDict
}
const CONVERTIBLE: Readonly<Record<string, readonly string[]>> = {
  int: ['int', 'bool'],
  number: ['int', 'bool', 'float'],
}

/** @param what Begins the message of the error */
export function convertGiven<K extends keyof Converted>(type: K, value: Given, what: string): Converted[K] {
  if (!(CONVERTIBLE[type] ?? [type]).includes(typeName(value)))
    throwEvaluationError(`${what} must be of type ${type}, not ${typeName(value)}`)
  return (readNumeric(value) ?? value) as Converted[K]
}

/**
 * A built-in function.
 *
 * @param signature Names of the parameters: `:int` is the type, `?` makes one optional, `*` before the name makes it
 *   keyword-only
 */
export function createBuiltin(
  name: string,
  signature: string,
  run: (m: Machine, ...args: never[]) => PyValue,
): PyFunction {
  const parameters = Array.from(
    signature.matchAll(/(\*?)(\w+)(?::(\w+))?(\??)/g),
    ([, star, key = '', type, optional]) => ({ key, type, star, optional }),
  )
  return new PyFunction(name, (m, args, named) => {
    if (args.length > parameters.filter(({ star }) => star === '').length)
      throwEvaluationError(`${name}() with ${args.length} positional arguments is not supported`)
    for (const key of named.keys())
      if (parameters.findIndex((parameter) => parameter.key === key) < args.length)
        throwEvaluationError(`${name}() with the keyword argument "${key}" is not supported`)
    const values = parameters.map(({ key, type, optional }, i) => {
      const value = i < args.length ? args[i] : named.get(key)
      if (value === undefined && optional === '') throwEvaluationError(`${name}() needs an argument "${key}"`)
      if (value === undefined || type === undefined) return value
      return convertGiven(type as keyof Converted, value, `the argument "${key}" of ${name}()`)
    })
    return run(m, ...(values as never[]))
  })
}

const NO_NAMES: ReadonlyMap<string, PyValue> = new Map()

export function callFunction(m: Machine, callee: PyValue, args: PyValue[], named = NO_NAMES): PyValue {
  if (!(callee instanceof PyFunction))
    throwEvaluationError(`a value of type ${typeName(callee)} cannot be called`)
  m.step()
  return m.runNested(() => callee.run(m, args, named))
}

export function listCharacters(m: Machine, text: string): string[] {
  m.make(text.length / 8)
  return splitCodePoints(text)
}

/** Python's `len(value)`; undefined where the value has no length. */
export function measureSize(m: Machine, value: PyValue): number | undefined {
  if (typeof value === 'string') return listCharacters(m, value).length
  if (value instanceof PyDict) return value.size
  return Array.isArray(value) && !isIterator(value) ? value.length : undefined
}

/** Python's `bool(value)`. */
export function isTrue(m: Machine, value: PyValue): boolean {
  const number = readNumeric(value)
  if (number !== undefined) return number !== 0n && number !== 0
  return value !== null && value !== '' && measureSize(m, value) !== 0
}

/** What two values share exactly if they are one key: 1, 1.0 and True are. */
function buildKey(m: Machine, value: PyValue): PyValue {
  m.step(typeof value === 'string' ? 1 + value.length / 64 : 1)
  if (value === null || typeof value === 'string') return value
  const number =
    readNumeric(value) ?? throwEvaluationError(`a key of type ${typeName(value)} is not supported`)
  return Number.isInteger(number) ? BigInt(number) : number
}

export const findDictEntry = (
  m: Machine,
  dict: PyDict,
  key: PyValue,
): readonly [PyValue, PyValue] | undefined => dict.get(buildKey(m, key))

export function buildDict(m: Machine, pairs: readonly (readonly [PyValue, PyValue])[]): PyDict {
  const dict = new PyDict()
  m.make(pairs.length)
  for (const [key, value] of pairs) {
    const plain = buildKey(m, key)
    // The first of two equal keys stays, with the value of the second.
    dict.set(plain, [(dict.get(plain) ?? [key])[0], value])
  }
  return dict
}

/** The values of an iterable; each counts as a step and as made. */
export function listItems(m: Machine, value: PyValue): PyValue[] {
  if (typeof value !== 'string' && !Array.isArray(value) && !(value instanceof PyDict))
    return throwEvaluationError(`a value of type ${typeName(value)} is not iterable`)
  const size = value instanceof PyDict ? value.size : value.length
  m.step(size)
  m.make(size)
  if (typeof value === 'string') return splitCodePoints(value)
  return value instanceof PyDict ? Array.from(value.values(), ([key]) => key) : [...value]
}
