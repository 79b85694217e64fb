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

/** A Python value that no method changes. An int is a bigint, a float is a number, a list is a plain array. */
export type PyValue = null | boolean | bigint | number | string | readonly PyValue[] | PyDict | PyFunction

/** An argument of a function; undefined where it is left out. */
export type Given = PyValue | undefined

/** Arguments of a call. */
export interface Args {
  positional: readonly PyValue[]
  named: ReadonlyMap<string, PyValue>
}

/** An array that is not a list: a tuple, a range, bytes, a view of a dict, or an iterator. */
export class PyTuple extends Array<PyValue> {
  static override readonly [Symbol.species] = Array
  typeName = 'tuple'
  /** The values of an iterator come once. */
  isIterator = false
}

export function tupleOf(items: Iterable<PyValue>, typeName = 'tuple', isIterator = false): PyTuple {
  return Object.assign(PyTuple.from(items) as PyTuple, { typeName, isIterator })
}

/** Entries of a dict, or elements of a set, by the text of their key; see {@link keyOf}. */
export class PyDict extends Map<string, readonly [key: PyValue, value: PyValue]> {
  typeName: 'dict' | 'frozenset' | 'set' = 'dict'
}

/** A function, or a type such as `int`. */
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

/** Python's name of the value's type. */
export function typeName(value: Given = null): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (typeof value === 'string') return 'str'
  return 'typeName' in value ? value.typeName : 'list'
}

export const isSequence = (value: Given): value is readonly PyValue[] => Array.isArray(value)
export const isSet = (value: PyValue): value is PyDict & { typeName: 'frozenset' | 'set' } =>
  value instanceof PyDict && value.typeName !== 'dict'

/** The value as a number: True counts as 1. Undefined where it is not a number. */
export function numeric(value: Given): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
}

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
 * @param signature Names of the parameters: `:int`, `:number` or `:str` is the type, `?` makes one optional, with `??`
 *   None counts as left out, `*` before the name makes it keyword-only
 */
export function builtin(
  name: string,
  signature: string,
  run: (m: Machine, ...args: never[]) => PyValue,
  kind: PyFunction['typeName'] = 'builtin_function_or_method',
): PyFunction {
  const parameters = Array.from(
    signature.matchAll(/(\*?)(\w+)(?::(int|number|str))?(\??\??)/g),
    ([, star, key = '', type, optional]) => ({ key, type, star, optional }),
  )
  return new PyFunction(kind, name, (m, { positional, named }) => {
    if (positional.length > parameters.filter(({ star }) => star === '').length)
      fail(`${name}() with ${positional.length} positional arguments is not supported`)
    for (const key of named.keys())
      if (parameters.findIndex((parameter) => parameter.key === key) < positional.length)
        fail(`${name}() with the keyword argument "${key}" is not supported`)
    const args = parameters.map(({ key, type, optional }, i) => {
      const value = i < positional.length ? positional[i] : named.get(key)
      if (value === undefined && optional !== '') return undefined
      if (value === null && optional === '??') return undefined
      if (value === undefined) fail(`${name}() needs an argument "${key}"`)
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
  return isSequence(value) && !(value as PyTuple).isIterator ? value.length : undefined
}

/** Python's `bool(value)`. */
export function isTrue(m: Machine, value: PyValue): boolean {
  const number = numeric(value)
  if (number !== undefined) return number !== 0n && number !== 0
  return value !== null && value !== '' && sizeOf(m, value) !== 0
}

/** A text that two values share exactly if they are one key: 1, 1.0 and True are. */
export function keyOf(m: Machine, value: PyValue): string {
  m.step(typeof value === 'string' ? 1 + value.length / 64 : 1)
  if (value === null) return 'None'
  if (typeof value === 'string') return `'${value}`
  const number = numeric(value)
  if (typeof number === 'number' && !Number.isInteger(number)) return `f${number}`
  if (number !== undefined) return BigInt(number).toString(16)
  if (typeName(value) !== 'tuple')
    return fail(`a value of type ${typeName(value)} cannot be a dict key or a set element`)
  const keys = m.nested(() => (value as PyTuple).map((item) => keyOf(m, item)))
  m.make(keys.reduce((sum, key) => sum + key.length, 0) / 8)
  return `(${keys.map((key) => `${key.length}:${key}`).join('')}`
}

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

/** Python leaves the order of a set to its hashes; small whole numbers ascend there, so they do here. */
export function setOf(m: Machine, values: readonly PyValue[], typeName: PyDict['typeName'] = 'set'): PyDict {
  m.step(values.length * Math.log2(values.length + 2))
  const isAscending = values.every((value) => typeof value === 'bigint' && value >= 0n)
  const ordered = isAscending ? [...values].sort((a, b) => Number((a as bigint) - (b as bigint))) : values
  const elements = ordered.map((value): [PyValue, PyValue] => [value, true])
  return Object.assign(dictOf(m, elements), { typeName })
}

/** The values of an iterable; each counts as a step and as made. An iterator has none left then. */
export function itemsOf(m: Machine, value: PyValue): PyValue[] {
  if (typeof value !== 'string' && !isSequence(value) && !(value instanceof PyDict))
    return fail(`a value of type ${typeName(value)} is not iterable`)
  const size = value instanceof PyDict ? value.size : value.length
  m.step(size)
  m.make(size)
  if (typeof value === 'string') return codePoints(value)
  if (value instanceof PyDict) return Array.from(value.values(), ([key]) => key)
  return value instanceof PyTuple && value.isIterator ? value.splice(0) : [...value]
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
  private readonly parent: Scope | undefined
  /** Whether the names are those that a `for` of a comprehension binds. */
  readonly isComprehension: boolean
  readonly names: Map<string, PyValue>
  constructor(names: Map<string, PyValue>, parent?: Scope, isComprehension = false) {
    this.names = names
    this.parent = parent
    this.isComprehension = isComprehension
  }

  get(name: string): PyValue {
    if (this.names.has(name)) return this.names.get(name) as PyValue
    if (this.parent !== undefined) return this.parent.get(name)
    return fail(`name ${JSON.stringify(name.slice(0, 60))} is not defined`)
  }
}
