import {
  convertFractionToNumber,
  divideHalfEven,
  formatReprFloat,
  round,
  toFraction,
} from '../../shared/python/number.ts'
import { compareCodePoints } from '../../shared/python/text.ts'
import { formatRepr } from './format.ts'
import {
  checkInt,
  convertGiven,
  findDictEntry,
  isSequence,
  listCharacters,
  listItems,
  type Machine,
  PyDict,
  type PyValue,
  readNumeric,
  throwEvaluationError,
  throwTooLong,
  typeName,
} from './values.ts'

/** A float without its fraction. */
export const toInteger = (value: number): bigint =>
  Number.isFinite(value)
    ? checkInt(BigInt(Math.trunc(value)))
    : throwEvaluationError(`${formatReprFloat(value)} cannot be converted to an int`)

const requireDivisor = <T extends bigint | number>(value: T): T =>
  value ? value : throwEvaluationError('division by zero')

function divideToFloor(a: bigint, b: bigint): bigint {
  const quotient = a / requireDivisor(b)
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
}

/** `a / b` as the nearest float, also where the ints are beyond 2^53. */
const divide = (a: bigint, b: bigint): number =>
  convertFractionToNumber(b < 0n ? { top: -a, bottom: -b } : { top: a, bottom: requireDivisor(b) })

/** The remainder of floats is exact and has the sign of the divisor. */
function computeRemainder(a: number, b: number): number {
  const rest = a % requireDivisor(b)
  if (rest === 0) return b < 0 ? -0 : 0
  return rest < 0 === b < 0 ? rest : rest + b
}

function divideFloatsToFloor(a: number, b: number): number {
  const quotient = (a - computeRemainder(a, b)) / b
  const floor = Math.floor(quotient)
  return quotient - floor > 0.5 ? floor + 1 : floor || (b / a < 0 ? -0 : 0)
}

function raise(base: bigint, exponent: bigint): bigint | number {
  if (exponent < 0n) return raiseFloats(Number(base), Number(exponent))
  if (Math.log10(Math.abs(Number(base))) * Number(exponent) > 309) throwTooLong()
  return base ** exponent
}

const MAX_EXACT_POWER = 64

/** The last digit of `Math.pow` is not always that of C, so roots and small whole powers are rounded exactly. */
function raiseFloats(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) throwEvaluationError('division by zero: 0 has no negative power')
  if (base === 1) return 1
  let result = exponent === 0.5 ? Math.sqrt(base) : base ** exponent
  const size = Math.abs(exponent)
  if (Number.isInteger(exponent) && size <= MAX_EXACT_POWER && Math.abs(Math.log2(Math.abs(base))) < 15) {
    const fraction = toFraction(base)
    const [top, bottom] = [fraction.top ** BigInt(size), fraction.bottom ** BigInt(size)]
    result = exponent < 0 ? divide(bottom, top) : divide(top, bottom)
  }
  if (Number.isFinite(base) && Number.isFinite(exponent)) {
    if (Number.isNaN(result)) throwEvaluationError('complex numbers are not supported')
    if (!Number.isFinite(result)) throwEvaluationError('the power is too large for a float')
  }
  return result
}

type OfInts = (a: bigint, b: bigint) => bigint | number
type OfFloats = (a: number, b: number) => number

const NUMBER_OPERATORS: Readonly<Record<string, readonly [OfInts, OfFloats?]>> = {
  '+': [(a, b) => a + b, (a, b) => a + b],
  '-': [(a, b) => a - b, (a, b) => a - b],
  '*': [(a, b) => a * b, (a, b) => a * b],
  '/': [divide, (a, b) => a / requireDivisor(b)],
  '//': [divideToFloor, divideFloatsToFloor],
  '%': [(a, b) => a - divideToFloor(a, b) * b, computeRemainder],
  '**': [raise, raiseFloats],
  '&': [(a, b) => a & b],
  '|': [(a, b) => a | b],
  '^': [(a, b) => a ^ b],
}

function numberArithmetic(operator: string, a: PyValue, b: PyValue): PyValue | undefined {
  const [left, right] = [readNumeric(a), readNumeric(b)]
  const [ofInts, ofFloats] = NUMBER_OPERATORS[operator] ?? []
  if (left === undefined || right === undefined) return undefined
  if (typeof left === 'number' || typeof right === 'number') return ofFloats?.(Number(left), Number(right))
  const result = ofInts?.(left, right)
  if (typeof a === 'boolean' && typeof b === 'boolean' && '&|^'.includes(operator)) return result === 1n
  return typeof result === 'bigint' ? checkInt(result) : result
}

/** A text or a list this many times. */
function repeatValue(m: Machine, value: PyValue, count: PyValue): PyValue | undefined {
  const times = readNumeric(count)
  if (typeof times !== 'bigint' || !['str', 'list'].includes(typeName(value))) return undefined
  const items = value as string | readonly PyValue[]
  const length = times < 0n || items.length === 0 ? 0 : Number(times) * items.length
  m.make(length)
  if (typeof items === 'string') return items.repeat(length / Math.max(1, items.length))
  return Array.from({ length }, (_, i) => items[i % items.length] as PyValue)
}

function computeOnCollections(m: Machine, operator: string, a: PyValue, b: PyValue): PyValue | undefined {
  if (operator === '*') return repeatValue(m, a, b) ?? repeatValue(m, b, a)
  if (operator !== '+' || typeName(a) !== typeName(b)) return undefined
  if (typeName(a) === 'list') return [...listItems(m, a), ...listItems(m, b)]
  if (typeof a !== 'string') return undefined
  m.make(a.length + (b as string).length)
  return a + (b as string)
}

const throwUnsupportedOperands = (operator: string, a: PyValue, b: PyValue): never =>
  throwEvaluationError(`"${operator}" is not supported between ${typeName(a)} and ${typeName(b)}`)

export const computeArithmetic = (m: Machine, operator: string, a: PyValue, b: PyValue): PyValue =>
  numberArithmetic(operator, a, b) ??
  computeOnCollections(m, operator, a, b) ??
  throwUnsupportedOperands(operator, a, b)

/** Value of `+a`, `-a` or `~a`. */
export function applySign(operator: string, value: PyValue): PyValue {
  const number = readNumeric(value)
  if (number === undefined || (operator === '~' && typeof number === 'number'))
    return throwEvaluationError(`"${operator}" is not supported for ${typeName(value)}`)
  if (operator === '+') return number
  return operator === '-' ? -number : ~(number as bigint)
}

/** Python's `round(value, digits)`; ties go to the even neighbour. */
export function roundNumber(m: Machine, number: bigint | number, digits: bigint | undefined): PyValue {
  m.step(20)
  if (digits === undefined)
    return typeof number === 'bigint' ? number : toInteger(Number.isFinite(number) ? round(number) : number)
  const places = Number(digits)
  if (typeof number === 'number') return places < -330 ? number * 0 : round(number, Math.min(places, 400))
  if (places >= 0) return number
  const unit = 10n ** BigInt(Math.min(-places, 400))
  return checkInt(divideHalfEven(number, unit) * unit)
}

/** Steps of finding one text in another; the worst case is quadratic. */
export const searchCost = (text: string, part: string): number => 1 + (text.length * (part.length + 1)) / 256

/** Python's `==`. */
export function areEqual(m: Machine, a: PyValue, b: PyValue): boolean {
  m.step()
  const [left, right] = [readNumeric(a), readNumeric(b)]
  // Two numbers are equal where neither is smaller; JavaScript compares a bigint and a number exactly.
  if (left !== undefined && right !== undefined) return left <= right && left >= right
  if (typeof a === 'string' && typeof b === 'string') m.step(a.length === b.length ? a.length / 64 : 0)
  for (const value of [a, b])
    if (!(value === null || typeof value !== 'object' || isSequence(value) || value instanceof PyDict))
      throwUnsupportedOperands('==', a, b)
  if (a === b) return true
  if (isSequence(a) && isSequence(b) && typeName(a) === typeName(b))
    return (
      a.length === b.length && m.runNested(() => a.every((item, i) => areEqual(m, item, b[i] as PyValue)))
    )
  if (!(a instanceof PyDict && b instanceof PyDict) || a.size !== b.size) return false
  return m.runNested(() =>
    [...a].every(([key, [, value]]) => b.has(key) && areEqual(m, value, b.get(key)?.[1] ?? null)),
  )
}

/** Order of two values: negative, 0, positive, or NaN where neither comes first. */
export function compare(m: Machine, a: PyValue, b: PyValue, operator = '<'): number {
  m.step()
  const [left, right] = [readNumeric(a), readNumeric(b)]
  if (left !== undefined && right !== undefined) {
    if (left < right) return -1
    return left > right ? 1 : left <= right ? 0 : Number.NaN
  }
  if (typeof a === 'string' && typeof b === 'string') {
    m.step(Math.min(a.length, b.length) / 16)
    return compareCodePoints(a, b)
  }
  if (!(isSequence(a) && isSequence(b) && typeName(a) === typeName(b)))
    return throwUnsupportedOperands(operator, a, b)
  return m.runNested(() => {
    const at = a.findIndex((item, i) => i >= b.length || !areEqual(m, item, b[i] as PyValue))
    return at < 0 || at >= b.length
      ? a.length - b.length
      : compare(m, a[at] as PyValue, b[at] as PyValue, operator)
  })
}

/** Python's `item in container`. */
function contains(m: Machine, container: PyValue, item: PyValue): boolean {
  if (container instanceof PyDict) return findDictEntry(m, container, item) !== undefined
  if (typeof container !== 'string') return listItems(m, container).some((value) => areEqual(m, value, item))
  const part = convertGiven('str', item, 'what a text contains')
  m.step(searchCost(container, part))
  return container.includes(part)
}

/** Python's `is`, where the outcome does not hang on how Python stores values. */
function isSame(a: PyValue, b: PyValue): boolean {
  const isStored = (value: PyValue): boolean => ['NoneType', 'bool', 'int'].includes(typeName(value))
  return isStored(a) || isStored(b) ? a === b : throwUnsupportedOperands('is', a, b)
}

export const COMPARISONS: Readonly<Record<string, (m: Machine, a: PyValue, b: PyValue) => boolean>> = {
  '==': areEqual,
  '!=': (m, a, b) => !areEqual(m, a, b),
  '<': (m, a, b) => compare(m, a, b, '<') < 0,
  '<=': (m, a, b) => compare(m, a, b, '<=') <= 0,
  '>': (m, a, b) => compare(m, a, b, '>') > 0,
  '>=': (m, a, b) => compare(m, a, b, '>=') >= 0,
  in: (m, a, b) => contains(m, b, a),
  'not in': (m, a, b) => !contains(m, b, a),
  is: (_, a, b) => isSame(a, b),
  'is not': (_, a, b) => !isSame(a, b),
}

/** Value of `object[from:to:by]`; a bound that is left out is None. */
export function takeSlice(
  m: Machine,
  object: PyValue,
  [from = null, to = null, by = null]: PyValue[],
): PyValue {
  const items = typeof object === 'string' ? listCharacters(m, object) : object
  if (!isSequence(items) || typeName(object) === 'tuple')
    return throwEvaluationError(`slices of a ${typeName(object)} are not supported`)
  const step = Number(convertGiven('int', by ?? 1n, 'a slice step'))
  if (step === 0) throwEvaluationError('a slice step cannot be zero')
  const [low, high] = step > 0 ? [0, items.length] : [-1, items.length - 1]
  const clampIndex = (value: PyValue, fallback: number): number => {
    if (value === null) return fallback
    const index = Number(convertGiven('int', value, 'a slice bound'))
    return Math.min(Math.max(index < 0 ? index + items.length : index, low), high)
  }
  const [first, last] =
    step > 0 ? [clampIndex(from, low), clampIndex(to, high)] : [clampIndex(from, high), clampIndex(to, low)]
  const length = Math.max(0, Math.ceil((last - first) / step))
  m.make(length)
  const taken = Array.from({ length }, (_, i) => items[first + i * step] as PyValue)
  return typeof object === 'string' ? taken.join('') : taken
}

export function readItem(m: Machine, object: PyValue, index: PyValue): PyValue {
  if (object instanceof PyDict)
    return (findDictEntry(m, object, index) ??
      throwEvaluationError(`the dict has no key ${formatRepr(m, index).slice(0, 100)}`))[1]
  const items = typeof object === 'string' ? listCharacters(m, object) : object
  if (!isSequence(items))
    return throwEvaluationError(`items of a ${typeName(object)} by index are not supported`)
  const item = items.at(Number(convertGiven('int', index, `an index of a ${typeName(object)}`)))
  return item === undefined ? throwEvaluationError(`${typeName(object)} index out of range`) : item
}
