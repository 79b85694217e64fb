import { codePoints } from '../../shared/python/text.ts'

/** Why an expression has no value: a mistake in it, one of the limits, or a part of Python that is not supported. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}

/** Refuses the expression. */
export function fail(message: string): never {
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

  /** Counts work. Native work on texts counts as a fraction of a step for each character. */
  step(count = 1): void {
    this.steps += count
    if (this.steps > MAX_STEPS) fail(`the expression takes more than ${MAX_STEPS.toLocaleString('en')} steps`)
  }

  /** Counts characters or elements before they are made. */
  make(count: number): void {
    this.size += Math.max(0, count)
    if (this.size > MAX_SIZE)
      fail(`the expression makes more than ${MAX_SIZE.toLocaleString('en')} characters and elements`)
    this.step(Math.max(0, count) / 8)
  }

  /** Runs work that may recurse. An error ends the evaluation, so the level need not be restored then. */
  nested<T>(work: () => T): T {
    if (++this.depth > MAX_DEPTH) fail(`the expression is nested or recurses deeper than ${MAX_DEPTH} levels`)
    const result = work()
    this.depth--
    return result
  }
}

/** A Python value; no method changes it. An int is a bigint, a float is a number, a list is a plain array. */
export type PyValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly PyValue[]
  | PyDict
  | PyIterable
  | PyFunction

/** An argument of a function; undefined where it is left out. */
export type Given = PyValue | undefined

/** Arguments of a call. */
export interface Args {
  positional: readonly PyValue[]
  named: ReadonlyMap<string, PyValue>
}

export class PyTuple extends Array<PyValue> {
  static override readonly [Symbol.species] = Array
  readonly typeName = 'tuple'
}

/** Entries of a dict by the text of their key; see {@link keyOf}. */
export class PyDict extends Map<string, readonly [key: PyValue, value: PyValue]> {
  readonly typeName = 'dict'
}

/** A range, a view of a dict, bytes, or an iterator: its items are read by a loop or a function. */
export class PyIterable {
  readonly typeName: string
  readonly items: readonly PyValue[]
  readonly isIterator: boolean
  /** An iterator is read once: what Python leaves of it for a second reading is not known here. */
  isRead = false
  constructor(typeName: string, items: readonly PyValue[], isIterator = false) {
    this.typeName = typeName
    this.items = items
    this.isIterator = isIterator
  }
}

/** A function, or a type such as `int`. */
export class PyFunction {
  readonly typeName = 'function'
  readonly name: string
  readonly invoke: (m: Machine, args: Args) => PyValue
  constructor(name: string, invoke: PyFunction['invoke']) {
    this.name = name
    this.invoke = invoke
  }
}

/** Python's name of the value's type. */
export function typeName(value: Given = null): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (typeof value === 'string') return 'str'
  return 'typeName' in value ? value.typeName : 'list'
}

/** Whether the value is a list or a tuple. */
export const isSequence = (value: Given): value is readonly PyValue[] => Array.isArray(value)

export const tupleOf = (items: Iterable<PyValue>): PyTuple => PyTuple.from(items) as PyTuple

/** The value as a number: True counts as 1. Undefined where it is not a number. */
export function numeric(value: Given): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
}

// Every shorter int has a float next to it.
const MAX_DIGITS = 308
const MAX_INT = 10n ** BigInt(MAX_DIGITS)

export const tooLong = (): never => fail(`an int has more than ${MAX_DIGITS} digits`)
export const checkedInt = (value: bigint): bigint => (value < MAX_INT && value > -MAX_INT ? value : tooLong())

const CONVERSIONS = {
  int: (value: Given) => (typeof numeric(value) === 'bigint' ? (numeric(value) as bigint) : undefined),
  str: (value: Given) => (typeof value === 'string' ? value : undefined),
  number: numeric,
}

/** @param what Begins the message of the error */
export const converted = <K extends keyof typeof CONVERSIONS>(
  type: K,
  value: Given,
  what: string,
): NonNullable<ReturnType<(typeof CONVERSIONS)[K]>> =>
  (CONVERSIONS[type](value) as NonNullable<ReturnType<(typeof CONVERSIONS)[K]>> | undefined) ??
  fail(`${what} must be of type ${type}, not ${typeName(value)}`)

/**
 * A built-in function.
 *
 * @param signature Names of the parameters: `:int`, `:number` or `:str` is the type, `?` makes one optional, `*` before
 *   the name makes it keyword-only
 */
export function builtin(
  name: string,
  signature: string,
  run: (m: Machine, ...args: never[]) => PyValue,
): PyFunction {
  const parameters = Array.from(
    signature.matchAll(/(\*?)(\w+)(?::(int|number|str))?(\??)/g),
    ([, star, key = '', type, optional]) => ({ key, type, star, optional }),
  )
  return new PyFunction(name, (m, { positional, named }) => {
    if (positional.length > parameters.filter(({ star }) => star === '').length)
      fail(`${name}() with ${positional.length} positional arguments is not supported`)
    for (const key of named.keys())
      if (parameters.findIndex((parameter) => parameter.key === key) < positional.length)
        fail(`${name}() with the keyword argument "${key}" is not supported`)
    const args = parameters.map(({ key, type, optional }, i) => {
      const value = i < positional.length ? positional[i] : named.get(key)
      if (value === undefined)
        return optional === '' ? fail(`${name}() needs an argument "${key}"`) : undefined
      if (type === undefined) return value
      return converted(type as keyof typeof CONVERSIONS, value, `the argument "${key}" of ${name}()`)
    })
    return run(m, ...(args as never[]))
  })
}

/** The code points of a text. */
export function charactersOf(m: Machine, text: string): string[] {
  m.make(text.length / 8)
  return codePoints(text)
}

/** Python's `len(value)`; undefined where the value has no length. */
export function sizeOf(m: Machine, value: PyValue): number | undefined {
  if (typeof value === 'string') return charactersOf(m, value).length
  if (value instanceof PyDict) return value.size
  if (value instanceof PyIterable) return value.isIterator ? undefined : value.items.length
  return isSequence(value) ? value.length : undefined
}

/** Python's `bool(value)`. */
export function isTrue(m: Machine, value: PyValue): boolean {
  const number = numeric(value)
  if (number !== undefined) return number !== 0n && number !== 0
  return value !== null && value !== '' && sizeOf(m, value) !== 0
}

/** A text that two values share exactly if they are one key: 1, 1.0 and True are. */
function keyOf(m: Machine, value: PyValue): string {
  m.step(typeof value === 'string' ? 1 + value.length / 64 : 1)
  if (value === null) return 'None'
  if (typeof value === 'string') return `'${value}`
  const number = numeric(value) ?? fail(`a key of type ${typeName(value)} is not supported`)
  return typeof number === 'number' && !Number.isInteger(number) ? `f${number}` : `${BigInt(number)}`
}

export const entryOf = (m: Machine, dict: PyDict, key: PyValue): readonly [PyValue, PyValue] | undefined =>
  dict.get(keyOf(m, key))

export function dictOf(m: Machine, pairs: readonly (readonly [PyValue, PyValue])[]): PyDict {
  const dict = new PyDict()
  m.make(pairs.length)
  for (const [key, value] of pairs) {
    const text = keyOf(m, key)
    // The first of two equal keys stays, with the value of the second.
    dict.set(text, [dict.has(text) ? (dict.get(text)?.[0] as PyValue) : key, value])
  }
  return dict
}

/** The values of an iterable; each counts as a step and as made. */
export function itemsOf(m: Machine, value: PyValue): PyValue[] {
  if (value instanceof PyIterable) {
    if (value.isIterator && value.isRead)
      fail(`reading an iterator of type ${value.typeName} twice is not supported`)
    value.isRead = true
    return itemsOf(m, value.items)
  }
  if (typeof value !== 'string' && !isSequence(value) && !(value instanceof PyDict))
    return fail(`a value of type ${typeName(value)} is not iterable`)
  const size = value instanceof PyDict ? value.size : value.length
  m.step(size)
  m.make(size)
  if (typeof value === 'string') return codePoints(value)
  return value instanceof PyDict ? Array.from(value.values(), ([key]) => key) : [...value]
}

export function call(m: Machine, callee: PyValue, args: Args): PyValue {
  if (!(callee instanceof PyFunction)) fail(`a value of type ${typeName(callee)} cannot be called`)
  m.step()
  return m.nested(() => callee.invoke(m, args))
}

export const callWith = (m: Machine, callee: PyValue, ...positional: PyValue[]): PyValue =>
  call(m, callee, { positional, named: new Map() })

/** Names of the expression, of a call of a lambda, or of a comprehension. */
export class Scope {
  readonly names: Map<string, PyValue>
  private readonly parent: Scope | undefined
  /** Whether `:=` may assign here. */
  readonly isAssignable: boolean
  constructor(names: Map<string, PyValue>, parent?: Scope, isAssignable = false) {
    this.names = names
    this.parent = parent
    this.isAssignable = isAssignable
  }

  get(name: string): PyValue {
    if (this.names.has(name)) return this.names.get(name) as PyValue
    if (this.parent !== undefined) return this.parent.get(name)
    return fail(`name ${JSON.stringify(name.slice(0, 60))} is not defined`)
  }
}
