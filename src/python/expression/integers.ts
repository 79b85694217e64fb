import { fail, type Machine } from './machine.ts'

const MOST_BITS = 100_000
const MOST_DIGITS = 4300
const WORD = 64
// Products of words that pass in the time of one step.
const WORK = 300

/** Number of bits of the magnitude. */
export function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16)
  return hex === '0' ? 0 : (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex[0] as string, 16)))
}

const isSmall = (value: bigint): boolean => value < 1n << 62n && value > -(1n << 62n)

/** Refuses a result of that many bits before it is computed, and counts the work of computing it. */
function expect(m: Machine, bits: number): void {
  if (bits > MOST_BITS) fail(`an integer has more than ${MOST_BITS.toLocaleString('en')} bits`)
  m.step((bits / WORD) ** 2 / WORK)
}

/** Counts the work of going through the bits of an integer once. */
export function pass(m: Machine, value: bigint): void {
  if (!isSmall(value)) m.step(1 + bitLength(value) / WORD)
}

export function add(m: Machine, a: bigint, b: bigint): bigint {
  if (!isSmall(a) || !isSmall(b)) expect(m, Math.max(bitLength(a), bitLength(b)))
  return a + b
}

export function multiply(m: Machine, a: bigint, b: bigint): bigint {
  if (!isSmall(a) || !isSmall(b)) expect(m, bitLength(a) + bitLength(b) - 1)
  return a * b
}

/** Quotient rounded down, and the remainder that has the sign of the divisor. */
export function divideFloor(m: Machine, a: bigint, b: bigint): { quotient: bigint; remainder: bigint } {
  if (b === 0n) fail('division by zero')
  if (!isSmall(a) || !isSmall(b)) expect(m, Math.max(bitLength(a), bitLength(b)))
  const quotient = a / b
  const remainder = a % b
  return remainder !== 0n && remainder < 0n !== b < 0n
    ? { quotient: quotient - 1n, remainder: remainder + b }
    : { quotient, remainder }
}

/** `base ** exponent` for an exponent from 0 up. */
export function power(m: Machine, base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n
  if (base === 0n || base === 1n) return base
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n
  if (exponent > MOST_BITS) expect(m, MOST_BITS + 1)
  // The top bit alone decides for powers of two; others may come out a little shorter than this.
  expect(m, (bitLength(base) - 1) * Number(exponent) + 1)
  const result = base ** exponent
  if (!isSmall(result)) expect(m, bitLength(result))
  return result
}

/** Python's `pow(base, exponent, modulus)`. */
export function powerModulo(m: Machine, base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (modulus === 0n) fail('pow() with a modulus of 0')
  let square = divideFloor(m, base, modulus).remainder
  let rest = exponent
  if (exponent < 0n) {
    square = inverse(m, square, modulus)
    rest = -exponent
  }
  let result = divideFloor(m, 1n, modulus).remainder
  for (const bit of [...rest.toString(2)].reverse()) {
    m.step()
    if (bit === '1') result = divideFloor(m, multiply(m, result, square), modulus).remainder
    square = divideFloor(m, multiply(m, square, square), modulus).remainder
  }
  return result
}

function inverse(m: Machine, value: bigint, modulus: bigint): bigint {
  let [a, b] = [value, modulus]
  let [x, y] = [1n, 0n]
  while (b !== 0n) {
    m.step()
    const { quotient, remainder } = divideFloor(m, a, b)
    ;[a, b] = [b, remainder]
    ;[x, y] = [y, x - quotient * y]
  }
  if (a !== 1n && a !== -1n) fail('the base has no inverse for the modulus')
  return divideFloor(m, a * x, modulus).remainder
}

export function shiftLeft(m: Machine, value: bigint, count: bigint): bigint {
  if (count < 0n) fail('negative shift count')
  if (value === 0n) return 0n
  if (count > MOST_BITS) expect(m, MOST_BITS + 1)
  expect(m, bitLength(value) + Number(count))
  return value << count
}

export function shiftRight(m: Machine, value: bigint, count: bigint): bigint {
  if (count < 0n) fail('negative shift count')
  if (count > 2 * MOST_BITS) return value < 0n ? -1n : 0n
  m.step()
  return value >> count
}

/** The nearest float. */
export function floatOfInteger(value: bigint): number {
  const result = Number(value)
  if (!Number.isFinite(result)) fail('the integer is too large for a float')
  return result
}

/** `a / b` as the nearest float, also where the integers themselves are beyond floats. */
export function divideTrue(m: Machine, a: bigint, b: bigint): number {
  if (b === 0n) fail('division by zero')
  const exact = BigInt(Number.MAX_SAFE_INTEGER)
  if (a <= exact && a >= -exact && b <= exact && b >= -exact) return Number(a) / Number(b)
  const negative = a < 0n !== b < 0n
  const top = a < 0n ? -a : a
  const bottom = b < 0n ? -b : b
  const magnitude = bitLength(top) - bitLength(bottom)
  // Quotient of 66 bits and more, the last one sticky; fewer where the result is subnormal.
  const shift = Math.min(66 - magnitude, 1074 + 2)
  expect(m, Math.max(bitLength(top), bitLength(bottom)) + Math.abs(shift))
  const numerator = shift > 0 ? top << BigInt(shift) : top
  const denominator = shift < 0 ? bottom << BigInt(-shift) : bottom
  let quotient = numerator / denominator
  if (numerator % denominator !== 0n) quotient |= 1n
  const result = scale(quotient, -shift)
  if (!Number.isFinite(result)) fail('the result of the integer division is too large for a float')
  return negative ? -result : result
}

/** The float as `mantissa * 2 ** exponent` with a whole mantissa. */
export function exactParts(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const biased = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const magnitude = biased === 0 ? fraction : fraction | 0x10000000000000n
  return { mantissa: bits >> 63n ? -magnitude : magnitude, exponent: Math.max(biased, 1) - 1075 }
}

/** `value * 2 ** exponent` rounded once, ties to even; the last bit of the value may be sticky. */
export function scale(value: bigint, exponent: number): number {
  const length = bitLength(value)
  // Bits below the last one that the double can have.
  const surplus = Math.max(length - 53, -1074 - exponent)
  if (surplus <= 0) return timesPowerOfTwo(Number(value), exponent)
  const drop = BigInt(surplus)
  let kept = value >> drop
  const rest = value - (kept << drop)
  const half = 1n << (drop - 1n)
  if (rest > half || (rest === half && kept % 2n === 1n)) kept += 1n
  return timesPowerOfTwo(Number(kept), exponent + surplus)
}

/** Exact, in steps that neither overflow nor underflow on the way. */
function timesPowerOfTwo(value: number, exponent: number): number {
  let result = value
  let rest = exponent
  while (rest > 1000 && Number.isFinite(result)) {
    result *= 2 ** 1000
    rest -= 1000
  }
  while (rest < -1000 && result !== 0) {
    result *= 2 ** -1000
    rest += 1000
  }
  return rest > 1000 || rest < -1000 ? result : result * 2 ** rest
}

/** Decimal digits of the integer. */
export function digitsOf(m: Machine, value: bigint): string {
  if (isSmall(value)) return value.toString()
  const bits = bitLength(value)
  m.step((bits / WORD) ** 2 / WORK)
  const text = bits > MOST_DIGITS * 3.33 ? undefined : value.toString()
  if (text === undefined || text.replace('-', '').length > MOST_DIGITS) {
    fail(`an integer of more than ${MOST_DIGITS} digits is not written as text`)
  }
  m.make(text.length)
  return text
}

/** Python's `round(value, -digits)` of an integer: ties to even. */
export function roundTo(m: Machine, value: bigint, digits: bigint): bigint {
  if (digits <= 0n) return value
  if (digits > bitLength(value)) return 0n
  const unit = power(m, 10n, digits)
  const { quotient, remainder } = divideFloor(m, value, unit)
  const twice = remainder * 2n
  const up = twice > unit || (twice === unit && quotient % 2n !== 0n)
  return (quotient + (up ? 1n : 0n)) * unit
}
