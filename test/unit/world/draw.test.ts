import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeSha256 } from '../../../src/shared/digest.ts'
import { digest } from '../../../src/shared/python/digest.ts'
import { Draw, scaleHex } from '../../../src/tools/world/draw.ts'

const hex = fc.string().map(computeSha256)

it('a whole number of a digest is the remainder of the digest, whatever the size of the range', () => {
  const most = fc.oneof(
    fc.nat(),
    fc.integer({ min: 2 ** 31, max: 2 ** 37 }),
    fc.integer({ min: 2 ** 37 - 3, max: 2 ** 37 + 3 }),
    fc.maxSafeNat(),
    fc.constantFrom(0, 1, 2 ** 53, 2 ** 70),
  )
  fc.assert(
    fc.property(hex, most, (digits, up) => {
      expect(scaleHex(digits, up)).toBe(Number(BigInt(`0x${digits}`) % (BigInt(up) + 1n)))
    }),
  )
})

it.each([1, 1990, 5000])('a token of parts of %i characters is their digest', (length) => {
  const parts = ['é'.repeat(length), { b: 1, a: [null] }]
  const draw = new Draw(7, 'test', parts)
  for (const name of ['x', 'ß', '']) expect(draw.token(name, 64)).toBe(digest(7, 'test', ...parts, name))
})

it('a figure is the number that its decimals are read as', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.string(),
      fc.integer({ min: -1e6, max: 1e6 }),
      fc.integer({ min: 1, max: 1e6 }),
      fc.integer({ min: 0, max: 6 }),
      (seed, name, min, width, decimals) => {
        const value = new Draw(seed, 'test', []).number(name, undefined, {
          min,
          max: min + width,
          decimals,
        })
        expect(Object.is(value, Number(value.toFixed(decimals)))).toBe(true)
        expect(value).toBeGreaterThanOrEqual(min)
        expect(value).toBeLessThanOrEqual(min + width)
      },
    ),
  )
})

describe('the published digest', () => {
  const expected = Number(BigInt(`0x${computeSha256('["weather", "rome"]')}`) % 45n)

  it('counts in every world for what takes its remainder', () => {
    for (const seed of [0, 7]) expect(new Draw(seed, 'weather', ['rome']).remainder(45)).toBe(expected)
  })

  it('counts at seed 0 alone for a published argument', () => {
    expect(new Draw(0, 'weather', ['rome']).publishedRemainder(45)).toBe(expected)
    expect(new Draw(7, 'weather', ['rome']).publishedRemainder(45)).toBe(0)
  })
})
