import { reprFloat, toFixed } from '../number.ts'
import { exactParts } from './integers.ts'
import { fail, type Machine } from './machine.ts'

const MOST_DECIMALS = 5_000

/** Digits `d.ddd` of a positive float with that many after the point, ties to even, and its exponent. */
function scientific(value: number, decimals: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: '0'.repeat(decimals + 1), exponent: 0 }
  const { mantissa, exponent: shift } = exactParts(value)
  const guess = Number(value.toExponential().split('e')[1])
  // The shortest decimal may have one digit more before the point than the exact value.
  for (const exponent of [guess, guess + 1, guess - 1]) {
    const tens = decimals - exponent
    let top = mantissa
    let bottom = 1n
    if (shift >= 0) top <<= BigInt(shift)
    else bottom <<= BigInt(-shift)
    if (tens >= 0) top *= 10n ** BigInt(tens)
    else bottom *= 10n ** BigInt(-tens)
    if (top < bottom * 10n ** BigInt(decimals)) continue
    let rounded = top / bottom
    const twice = (top % bottom) * 2n
    if (twice > bottom || (twice === bottom && rounded % 2n === 1n)) rounded += 1n
    const digits = rounded.toString()
    if (digits.length === decimals + 1) return { digits, exponent }
    if (Number(digits.slice(1)) === 0 && digits.length === decimals + 2) {
      return { digits: digits.slice(0, -1), exponent: exponent + 1 }
    }
  }
  return fail('the number cannot be written with that precision')
}

const point = (whole: string, fraction: string, alternate: boolean): string =>
  fraction === '' && !alternate ? whole : `${whole}.${fraction}`

function exponential(value: number, decimals: number, alternate: boolean): string {
  const { digits, exponent } = scientific(value, decimals)
  const power = `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  return `${point(digits[0] as string, digits.slice(1), alternate)}e${power}`
}

/** `%g`: that many significant digits, an exponent only where the number is very large or small. */
function general(value: number, precision: number, alternate: boolean, keepsPoint: boolean): string {
  const significant = Math.max(1, precision)
  const { digits, exponent } = scientific(value, significant - 1)
  const trim = (text: string): string => (alternate ? text : text.replace(/0+$/, ''))
  if (exponent < -4 || exponent >= significant - (keepsPoint ? 1 : 0)) {
    const power = `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
    return `${point(digits[0] as string, trim(digits.slice(1)), alternate)}e${power}`
  }
  if (exponent < 0) return `0.${trim('0'.repeat(-exponent - 1) + digits)}`
  const fraction = trim(digits.slice(exponent + 1))
  return point(digits.slice(0, exponent + 1), fraction === '' && keepsPoint ? '0' : fraction, alternate)
}

/** A float from 0 up in one of the presentations `e f g %`, or in that of `str` for an empty type. */
export function formatMagnitude(
  m: Machine,
  value: number,
  type: string,
  precision: number | undefined,
  alternate: boolean,
): string {
  if (!Number.isFinite(value)) return `${Number.isNaN(value) ? 'nan' : 'inf'}${type === '%' ? '%' : ''}`
  const decimals = precision ?? 6
  if (decimals > MOST_DECIMALS) fail(`a precision of more than ${MOST_DECIMALS.toLocaleString('en')} digits`)
  m.make(decimals)
  m.step(20 + (decimals / 64) ** 2 / 50)
  switch (type) {
    case 'e':
      return exponential(value, decimals, alternate)
    case 'f': {
      const text = toFixed(value, decimals)
      return alternate && decimals === 0 ? `${text}.` : text
    }
    case '%': {
      const text = Number.isFinite(value * 100) ? toFixed(value * 100, decimals) : 'inf'
      return `${text}${alternate && decimals === 0 ? '.' : ''}%`
    }
    case 'g':
      return general(value, decimals, alternate, false)
    default:
      if (precision !== undefined) return general(value, precision, alternate, true)
      return alternate ? reprFloat(value).replace(/^(\d)e/, '$1.e') : reprFloat(value)
  }
}
