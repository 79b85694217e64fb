import { describe, expect, test } from 'vitest'
import { createRng } from '../../../src/shared/rng.ts'

describe('createRng', () => {
  test('gives the same draws for the same seed and path', () => {
    const draws = () => {
      const rng = createRng(7, 'a', 1)
      return [rng.int(0, 1_000_000), rng.decimal(0, 1, 6), rng.shuffle([1, 2, 3, 4, 5, 6, 7, 8])]
    }
    expect(draws()).toEqual(draws())
  })

  test('gives first draws that differ between neighbouring paths', () => {
    const counts = [0, 0, 0]
    for (let i = 0; i < 3000; i++) counts[createRng(7, 'a', i).int(0, 2)]! += 1
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120)
  })

  test('ends where the numbers of a range are those of 64 bits', () => {
    const rng = createRng(1, 'wide')
    for (const [min, max] of [
      [-9223372036854776000, 9223372036854776000],
      [0, 9223372036854776000],
      [9223372036854776000, 9223372036854776000],
      [-9223372036854776000, -9223372036854770000],
    ] as const) {
      const drawn = rng.int(min, max)
      expect(drawn).toBeGreaterThanOrEqual(min)
      expect(drawn).toBeLessThanOrEqual(max)
    }
    expect(() => rng.int(2, 1)).toThrow(RangeError)
  })

  test('keeps to the bounds and takes nothing twice', () => {
    const rng = createRng(1, 'bounds')
    for (let i = 0; i < 200; i++) {
      expect([1, 2, 3]).toContain(rng.int(1, 3))
      const decimal = rng.decimal(2.5, 3.5, 2)
      expect(decimal).toBeGreaterThanOrEqual(2.5)
      expect(decimal).toBeLessThanOrEqual(3.5)
      expect(new Set(rng.sample(['a', 'b', 'c', 'd'], 3)).size).toBe(3)
    }
    expect(() => rng.sample(['a'], 2)).toThrow(RangeError)
    expect(() => rng.pick([])).toThrow(RangeError)
  })
})
