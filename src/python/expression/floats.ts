import { fractionalPower } from './fractional-power.ts'
import { divideTrue, exactParts, floatOfInteger, scale } from './integers.ts'
import { fail, type Machine } from './machine.ts'

/** Quotient rounded down and remainder with the sign of the divisor, as Python has them for floats. */
export function floorDivideFloats(a: number, b: number): { quotient: number; remainder: number } {
  if (b === 0) fail('division by zero')
  let remainder = a % b
  let quotient = (a - remainder) / b
  if (remainder !== 0) {
    if (b < 0 !== remainder < 0) {
      remainder += b
      quotient -= 1
    }
  } else remainder = b < 0 ? -0 : 0
  if (quotient === 0) return { quotient: a / b < 0 || Object.is(a / b, -0) ? -0 : 0, remainder }
  const floor = Math.floor(quotient)
  return { quotient: quotient - floor > 0.5 ? floor + 1 : floor, remainder }
}

// Up to here an exact power is cheap.
const EXACT_EXPONENT = 256

/** A whole power, rounded once. */
function exactPower(m: Machine, base: number, exponent: number): number {
  m.step(Math.abs(exponent))
  const { mantissa, exponent: shift } = exactParts(base)
  const magnitude = (mantissa < 0n ? -mantissa : mantissa) ** BigInt(Math.abs(exponent))
  const sign = mantissa < 0n && exponent % 2 !== 0 ? -1 : 1
  if (exponent > 0) return sign * scale(magnitude, shift * exponent)
  // The quotient gets 120 bits, and one more that says whether something is left over.
  const precision = BigInt(magnitude.toString(2).length + 120)
  const quotient = (1n << precision) / magnitude
  return sign * scale((quotient << 1n) | 1n, shift * exponent - Number(precision) - 1)
}

/** The power, with a last digit that does not depend on the engine where that can be had. */
function finitePower(m: Machine, a: number, b: number): number {
  const estimate = a ** b
  if (estimate === 0 || !Number.isFinite(estimate) || !Number.isFinite(a) || !Number.isFinite(b))
    return estimate
  if (Number.isInteger(b) && Math.abs(b) <= EXACT_EXPONENT) return exactPower(m, a, b)
  m.step(60)
  return a < 0 ? (b % 2 === 0 ? 1 : -1) * fractionalPower(-a, b) : fractionalPower(a, b)
}

/** Python's `a ** b` of floats. */
export function powerOfFloats(m: Machine, a: number, b: number): number {
  if (a === 1 || b === 0) return 1
  if (a === -1 && !Number.isFinite(b) && !Number.isNaN(b)) return 1
  if (a === 0 && b < 0) fail('zero to a negative power')
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b)) {
    fail('a root of a negative number is complex, and complex numbers are not supported')
  }
  const result = finitePower(m, a, b)
  if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b))
    fail('the power is too large for a float')
  return result
}

/** The float that an int or a float is. */
export const asFloat = (value: bigint | number): number =>
  typeof value === 'bigint' ? floatOfInteger(value) : value

/** `a / b`. */
export function divide(m: Machine, a: bigint | number, b: bigint | number): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return divideTrue(m, a, b)
  const divisor = asFloat(b)
  if (divisor === 0) fail('division by zero')
  return asFloat(a) / divisor
}

/** The float without its fraction, as an int. */
export function toInteger(value: number): bigint {
  if (Number.isNaN(value)) fail('nan cannot be converted to an int')
  if (!Number.isFinite(value)) fail('infinity cannot be converted to an int')
  return BigInt(Math.trunc(value))
}

const DIGITS = '\\d(?:_?\\d)*'
const FLOAT_TEXT = new RegExp(`^[+-]?(?:${DIGITS}\\.?(?:${DIGITS})?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?$`)

/** The float that a text stands for, or undefined. */
export function parseFloatText(text: string): number | undefined {
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text)
  if (special !== null) {
    if (special[2]?.toLowerCase() === 'nan') return Number.NaN
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }
  return FLOAT_TEXT.test(text) ? Number(text.replaceAll('_', '')) : undefined
}
