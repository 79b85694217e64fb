import fc from 'fast-check'
import { expect, it } from 'vitest'
import { capitalize, convertToTitleCase } from '../../../src/shared/python/case.ts'
import { round, toFixed } from '../../../src/shared/python/number.ts'
import { countCodePoints, cutHead } from '../../../src/shared/python/text.ts'

/** The exact value of a double times `10^digits`, rounded to a whole number, ties to even. */
function scaled(value: number, digits: number): bigint {
  let [top, bottom, whole] = [value, 1n, digits]
  while (!Number.isInteger(top)) {
    top *= 2
    bottom *= 2n
  }
  let numerator = BigInt(Math.abs(top))
  for (; whole > 0; whole--) numerator *= 10n
  const quotient = numerator / bottom
  const twice = (numerator % bottom) * 2n
  return twice > bottom || (twice === bottom && quotient % 2n === 1n) ? quotient + 1n : quotient
}

const halves = fc
  .tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 12 }))
  .map(([top, bits]) => top / 2 ** bits)
const decimals = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 9 }))
  .map(([top, digits]) => Number(`${top}e-${digits}`))
const value = fc.oneof(
  halves,
  decimals,
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e16, max: 1e16 }),
)

it('rounding as Python does it is that of the exact value, ties to even', () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 22 }), (number, digits) => {
      const expected = scaled(number, digits)
      const sign = number < 0 || Object.is(number, -0) ? '-' : ''
      expect(Object.is(round(number, digits), Number(`${sign}${expected}e-${digits}`))).toBe(true)
      const text = toFixed(number, digits)
      expect(BigInt(text.replace('-', '').replace('.', ''))).toBe(expected)
      expect(text.startsWith('-')).toBe(sign === '-')
      expect(text.split('.')[1]?.length ?? 0).toBe(digits)
    }),
    { numRuns: 2000 },
  )
})

it('texts in ASCII are treated as those of which one letter is not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.nat(20), (text, count) => {
      // A digit beyond ASCII at the end: uncased, so that nothing before it changes.
      const beyond = `${text}\u0663`
      expect(convertToTitleCase(text)).toBe(convertToTitleCase(beyond).slice(0, -1))
      expect(capitalize(text)).toBe(capitalize(beyond).slice(0, text.length))
      expect(countCodePoints(text)).toBe(Array.from(text).length)
      expect(cutHead(text, count)).toBe(Array.from(text).slice(0, count).join(''))
    }),
  )
})
