import type { Json } from '../../shared/json.ts'

/** Significant digits from which on a rounded number is told from another number. */
const MIN_DIGITS = 3

/**
 * Significant digits of a written number that is a value rounded correctly, as `9.87` is of 9.8652. Undefined where it is
 * the value itself, no rounding of it, or too short to tell.
 *
 * @param written The number as it was written, such as `1234.50`
 */
export function countDigitsKept(value: Json, written: string): number | undefined {
  if (typeof value !== 'number' || Number(written) === value) return undefined
  const [whole = '', fraction = ''] = written.replace(/^-/, '').split('.')
  // A last zero of a whole number may be rounded; one of a fraction was kept.
  const digits = fraction === '' ? whole.replace(/^0+|0+$/g, '') : `${whole}${fraction}`.replace(/^0+/, '')
  if (digits.length < MIN_DIGITS) return undefined
  return Number(value.toFixed(fraction.length)) === Number(written) ||
    Number(value.toPrecision(digits.length)) === Number(written)
    ? digits.length
    : undefined
}
