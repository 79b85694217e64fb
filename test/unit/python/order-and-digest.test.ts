import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareCodePoints } from '../../../src/shared/python/text.ts'

/** Texts with surrogates, paired and alone, beside characters above and below them. */
const text = fc
  .array(
    fc.constantFrom('a', 'b', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{1f600}', '\ud83d', '\ude00', 'é'),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''))

const sign = (number: number): number => Math.sign(number)

it('the order of code points is that of the lists of code points', () => {
  const plainly = (a: string, b: string): number => {
    const [left, right] = [Array.from(a), Array.from(b)]
    for (const [i, char] of left.entries()) {
      const other = right[i]
      if (other === undefined) return 1
      const difference = (char.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
      if (difference !== 0) return difference
    }
    return left.length - right.length
  }
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(sign(compareCodePoints(a, b))).toBe(sign(plainly(a, b)))
    }),
    { numRuns: 3000 },
  )
})
