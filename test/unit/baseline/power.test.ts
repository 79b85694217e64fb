import { expect, it } from 'vitest'
import { computePower, smallestDrop } from '../../../src/baseline/power.ts'
import { suiteOf } from './records.ts'

const pairs = (count: number, successes: number, attempts: number) =>
  suiteOf(count).map((task) => ({
    ...task,
    run: { successes: 1, attempts: 1 },
    baseline: { successes, attempts },
  }))

it('sees more with more attempts and more tasks', () => {
  const drops = [pairs(50, 15, 20), pairs(200, 15, 20), pairs(200, 75, 100)].map(smallestDrop)
  expect(drops).toEqual(drops.toSorted((a, b) => (b ?? 1) - (a ?? 1)))
  expect(new Set(drops).size).toBe(3)
})

it('rises with the drop', () => {
  const powers = [0, 0.05, 0.1, 0.2].map((drop) => computePower(pairs(200, 15, 20), drop))
  expect(powers).toEqual(powers.toSorted((a, b) => a - b))
  expect(powers[0]).toBeLessThan(0.01)
  expect(powers[3]).toBeGreaterThan(0.99)
})

it('is enough at the smallest drop that is seen, and not a tenth of a point below', () => {
  for (const compared of [pairs(50, 15, 20), pairs(200, 15, 20), pairs(40, 6, 6)]) {
    const drop = smallestDrop(compared) ?? 0
    expect(computePower(compared, drop)).toBeGreaterThanOrEqual(0.8)
    expect(computePower(compared, drop - 0.001)).toBeLessThan(0.8)
  }
})

it('sees nothing where nothing was ever solved', () => {
  expect(smallestDrop(pairs(200, 0, 20))).toBeNull()
  expect(smallestDrop([])).toBeNull()
})
