import { exactParts, scale } from './integers.ts'

const BITS = 256
const ONE = 1n << BigInt(BITS)

const fixed = (mantissa: bigint, exponent: number): bigint => {
  const shift = exponent + BITS
  return shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift)
}

/** `2 * atanh(z)` in fixed point, for a small z. */
function twiceArtanh(z: bigint): bigint {
  const square = (z * z) >> BigInt(BITS)
  let power = z
  let sum = 0n
  for (let i = 1n; power !== 0n && power !== -1n; i += 2n) {
    sum += power / i
    power = (power * square) >> BigInt(BITS)
  }
  return sum * 2n
}

const LN2 = twiceArtanh(ONE / 3n)

/** Natural logarithm of a positive float, in fixed point. */
function logarithm(value: number): bigint {
  const { mantissa, exponent } = exactParts(value)
  const length = mantissa.toString(2).length
  // Between 0.75 and 1.5, so that nothing cancels near 1.
  const high = mantissa << 1n >= 3n << BigInt(length - 1)
  const power = exponent + length - (high ? 0 : 1)
  const reduced = fixed(mantissa, exponent - power)
  return BigInt(power) * LN2 + twiceArtanh(((reduced - ONE) << BigInt(BITS)) / (reduced + ONE))
}

/**
 * `base ** exponent` of a positive base, from 256-bit logarithms: the last digit of `Math.pow` depends on the
 * engine and is often another than C's. The result is neither 0 nor infinite.
 */
export function fractionalPower(base: number, exponent: number): number {
  const { mantissa, exponent: shift } = exactParts(exponent)
  const product = logarithm(base) * mantissa
  const total = shift >= 0 ? product << BigInt(shift) : product >> BigInt(-shift)
  const twos = (total + LN2 / 2n) / LN2
  const rest = total - twos * LN2
  let term = ONE
  let sum = 0n
  for (let i = 1n; term !== 0n && term !== -1n; i++) {
    sum += term
    term = (term * rest) / (i * ONE)
  }
  return scale(sum, Number(twos) - BITS)
}
