import { describe, expect, it } from 'vitest'
import { passAtK, passHatK } from '../../../src/metrics/pass-at-k.ts'

/** All ways to choose k of n places, as bit masks. */
const subsets = (n: number, k: number): number[] =>
  Array.from({ length: 2 ** n }, (_, mask) => mask).filter(
    (mask) => [...mask.toString(2)].filter((bit) => bit === '1').length === k,
  )

const cases = [1, 2, 3, 5, 7].flatMap((n) =>
  Array.from({ length: n + 1 }, (_, c) => Array.from({ length: n }, (_, i) => [n, c, i + 1] as const)).flat(),
)

describe('passAtK and passHatK', () => {
  it.each(cases)('count the subsets: %i attempts, %i solved, k = %i', (n, c, k) => {
    // The first c attempts are the solved ones.
    const all = subsets(n, k)
    const solved = 2 ** c - 1
    const any = all.filter((mask) => (mask & solved) !== 0).length / all.length
    const every = all.filter((mask) => (mask & solved) === mask).length / all.length
    expect(passAtK(n, c, k)).toBeCloseTo(any, 12)
    expect(passHatK(n, c, k)).toBeCloseTo(every, 12)
  })

  it('are sure where nothing or everything was solved', () => {
    expect(passAtK(200, 0, 10)).toBe(0)
    expect(passAtK(200, 195, 10)).toBe(1)
    expect(passHatK(200, 9, 10)).toBe(0)
  })

  it.each([
    [3, 2, 4],
    [3, 4, 1],
    [3, -1, 1],
    [0, 0, 1],
    [3, 1, 0],
    [3, 1.5, 1],
  ])('refuse %d attempts, %d solved, k = %d', (n, c, k) => {
    expect(() => passAtK(n, c, k)).toThrow(RangeError)
    expect(() => passHatK(n, c, k)).toThrow(RangeError)
  })
})
