import { reprFloat, round } from '../../../shared/python/number.ts'
import { fail, type Machine } from './machine.ts'
import { type Given, numeric, type PyValue, typeName } from './values.ts'

const MAX_BITS = 100_000
/** Python's own limit for reading an int from a text and writing an int to a text. */
export const MAX_DIGITS = 4300
const SMALL = 1n << 62n

/** Number of bits of the magnitude. */
export function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16)
  return hex === '0' ? 0 : hex.length * 4 + 28 - Math.clz32(Number.parseInt(hex[0] as string, 16))
}

/** Refuses an int of that many bits before it is computed, and counts the work of computing it. */
function reserveBits(m: Machine, bits: number): void {
  if (bits > MAX_BITS) fail(`an integer has more than ${MAX_BITS.toLocaleString('en')} bits`)
  // Schoolbook arithmetic on words of 64 bits; some 300 products of words take the time of one step.
  m.step((bits / 64) ** 2 / 300)
}

const divisor = <T extends bigint | number>(value: T): T => (value ? value : fail('division by zero'))

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / divisor(b)
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
}

/** `a / b` as the nearest float, also where the ints are beyond the floats. */
function divide(m: Machine, a: bigint, b: bigint): number {
  if (Number.isSafeInteger(Number(a)) && Number.isSafeInteger(Number(b)))
    return Number(a) / Number(divisor(b))
  const [top, bottom] = [a < 0n ? -a : a, b < 0n ? -b : b]
  // Number() rounds a quotient of 64 bits or more correctly if the last bit says that there is a remainder.
  const shift = 65 - bitLength(top) + bitLength(divisor(bottom))
  reserveBits(m, Math.abs(shift) + 65)
  const numerator = top << BigInt(Math.max(shift, 0))
  const denominator = bottom << BigInt(Math.max(-shift, 0))
  const quotient = (numerator / denominator) | (numerator % denominator === 0n ? 0n : 1n)
  const half = Math.trunc(-shift / 2)
  const result = Number(quotient) * 2 ** half * 2 ** (-shift - half)
  if (!Number.isFinite(result)) fail('the result of the integer division is too large for a float')
  return a < 0n !== b < 0n ? -result : result
}

function power(m: Machine, base: bigint, exponent: bigint): bigint | number {
  if (exponent < 0n) return powerOfFloats(m, asFloat(base), asFloat(exponent))
  // At least so many bits; a base that is not a power of two gives up to twice as many.
  if (bitLength(base) > 1) reserveBits(m, (bitLength(base) - 1) * Number(exponent) + 1)
  return base ** exponent
}

function shiftLeft(m: Machine, value: bigint, count: bigint): bigint {
  if (count < 0n) fail('negative shift count')
  if (value !== 0n) reserveBits(m, bitLength(value) + Number(count))
  return value === 0n ? value : value << count
}

function shiftRight(value: bigint, count: bigint): bigint {
  if (count < 0n) fail('negative shift count')
  return count > 2 * MAX_BITS ? (value < 0n ? -1n : 0n) : value >> count
}

const MAX_EXACT_POWER = 64

/** The last digit of `Math.pow` is not always that of C, so roots and small whole powers are rounded exactly. */
function powerOfFloats(m: Machine, base: number, exponent: number): number {
  if (base === 0 && exponent < 0) fail('division by zero: 0 has no negative power')
  if (base === 1) return 1
  const size = Math.abs(exponent)
  const isSmall = base !== 0 && Math.abs(Math.log2(Math.abs(base))) < 15
  let result = exponent === 0.5 ? Math.sqrt(base) : base ** exponent
  if (Number.isInteger(exponent) && size <= MAX_EXACT_POWER && isSmall) {
    let [whole, twos] = [base, 0n]
    for (; !Number.isInteger(whole); whole *= 2) twos++
    const [top, bottom] = [BigInt(whole) ** BigInt(size), 1n << (twos * BigInt(size))]
    result = exponent < 0 ? divide(m, bottom, top) : divide(m, top, bottom)
  }
  if (Number.isFinite(base) && Number.isFinite(exponent)) {
    if (Number.isNaN(result)) fail('complex numbers are not supported')
    if (!Number.isFinite(result)) fail('the power is too large for a float')
  }
  return result
}

/** The nearest float. */
export function asFloat(value: bigint | number): number {
  const result = Number(value)
  if (typeof value === 'bigint' && !Number.isFinite(result)) fail('the integer is too large for a float')
  return result
}

/** The remainder of floats is exact and has the sign of the divisor. */
function remainder(a: number, b: number): number {
  const rest = a % divisor(b)
  if (rest === 0) return b < 0 ? -0 : 0
  return rest < 0 === b < 0 ? rest : rest + b
}

function floorDivideFloats(a: number, b: number): number {
  const quotient = (a - remainder(a, b)) / b
  const floor = Math.floor(quotient)
  return quotient - floor > 0.5 ? floor + 1 : floor || (a / b < 0 ? -0 : 0)
}

type OfInts = (a: bigint, b: bigint, m: Machine) => bigint | number
type OfFloats = (a: number, b: number, m: Machine) => number

/** Operators on two ints and on two floats. */
const OPERATORS: Readonly<Record<string, readonly [OfInts, OfFloats?]>> = {
  '+': [(a, b) => a + b, (a, b) => a + b],
  '-': [(a, b) => a - b, (a, b) => a - b],
  '*': [(a, b) => a * b, (a, b) => a * b],
  '/': [(a, b, m) => divide(m, a, b), (a, b) => a / divisor(b)],
  '//': [floorDivide, floorDivideFloats],
  '%': [(a, b) => a - floorDivide(a, b) * b, remainder],
  '**': [(a, b, m) => power(m, a, b), (a, b, m) => powerOfFloats(m, a, b)],
  '&': [(a, b) => a & b],
  '|': [(a, b) => a | b],
  '^': [(a, b) => a ^ b],
  '<<': [(a, b, m) => shiftLeft(m, a, b)],
  '>>': [shiftRight],
}

/** Value of `a operator b` for two numbers; undefined where they do not have the operator. */
export function numberArithmetic(m: Machine, operator: string, a: PyValue, b: PyValue): PyValue | undefined {
  const [left, right] = [numeric(a), numeric(b)]
  const [ofInts, ofFloats] = OPERATORS[operator] ?? []
  if (left === undefined || right === undefined) return undefined
  if (typeof left === 'number' || typeof right === 'number')
    return ofFloats?.(asFloat(left), asFloat(right), m)
  const isLarge = [left, right].some((value) => value > SMALL || value < -SMALL)
  if (isLarge)
    reserveBits(
      m,
      operator === '*' ? bitLength(left) + bitLength(right) - 1 : Math.max(bitLength(left), bitLength(right)),
    )
  const result = ofInts?.(left, right, m)
  const isLogical = typeof a === 'boolean' && typeof b === 'boolean' && '&|^'.includes(operator)
  return isLogical ? result !== 0n : result
}

/** Value of `-a`, `+a` or `~a`. */
export function signed(operator: string, value: PyValue): PyValue {
  const number = numeric(value)
  if (number === undefined || (operator === '~' && typeof number === 'number'))
    return fail(`"${operator}" is not supported for ${typeName(value)}`)
  if (operator === '+') return number
  return operator === '-' ? -number : ~(number as bigint)
}

/** A float without its fraction. */
export const toInteger = (value: number): bigint =>
  Number.isFinite(value)
    ? BigInt(Math.trunc(value))
    : fail(`${reprFloat(value)} cannot be converted to an int`)

/** Decimal digits of an int. */
export function digitsOf(m: Machine, value: bigint): string {
  const bits = bitLength(value)
  reserveBits(m, bits)
  const text = bits > MAX_DIGITS * 3.33 ? '' : value.toString()
  if (text === '' || text.length > MAX_DIGITS + Number(value < 0n))
    fail(`an integer of more than ${MAX_DIGITS} digits is not written as text`)
  m.make(text.length)
  return text
}

/** Python's `round(value, digits)`; ties go to the even neighbour. */
export function rounded(m: Machine, number: bigint | number, digits: Given): PyValue {
  m.step(20)
  if ((digits ?? null) === null)
    return typeof number === 'bigint' ? number : toInteger(Number.isFinite(number) ? round(number) : number)
  const places = Number(numeric(digits))
  if (typeof digits !== 'bigint') fail('the number of digits must be an int')
  if (typeof number === 'number') return places < -330 ? number * 0 : round(number, Math.min(places, 400))
  if (places >= 0 || -places > bitLength(number)) return places >= 0 ? number : 0n
  const unit = 10n ** BigInt(-places)
  const quotient = floorDivide(number, unit)
  const twice = (number - quotient * unit) * 2n
  return (twice > unit || (twice === unit && quotient % 2n !== 0n) ? quotient + 1n : quotient) * unit
}
