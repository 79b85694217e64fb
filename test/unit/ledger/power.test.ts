import { expect, it } from 'vitest'
import { powerOf, smallestDrop } from '../../../src/ledger/power.ts'
import { simulate } from '../../support/gate-table.ts'
import { dropped, type Mix } from '../../support/synthetic-agents.ts'
import { suiteOf } from './records.ts'

const pairs = (count: number, successes: number, attempts: number) =>
  suiteOf(count).map((task) => ({
    ...task,
    run: { successes: 1, attempts: 1 },
    ledger: { successes, attempts },
  }))

it.each<[Mix, number, number]>([
  ['steady', 20, 1],
  ['near90', 6, 2],
  ['near90', 3, 1],
  ['weak', 20, 1],
])('a gate sees the drop that it names about four times in five: %s, B = %i, n = %i', (mix, b, n) => {
  const { drop } = simulate({ mix, b, n }, { runs: 20 })
  const { regressed } = simulate({ mix, b, n }, { runs: 150, change: (agent) => dropped(agent, drop) })
  expect(regressed).toBeGreaterThan(0.65)
  expect(regressed).toBeLessThan(0.95)
})

it('sees more with more attempts and more tasks', () => {
  const drops = [pairs(50, 15, 20), pairs(200, 15, 20), pairs(200, 75, 100)].map(smallestDrop)
  expect(drops).toEqual(drops.toSorted((a, b) => (b ?? 1) - (a ?? 1)))
  expect(new Set(drops).size).toBe(3)
})

it('rises with the drop', () => {
  const powers = [0, 0.05, 0.1, 0.2].map((drop) => powerOf(pairs(200, 15, 20), drop))
  expect(powers).toEqual(powers.toSorted((a, b) => a - b))
  expect(powers[0]).toBeLessThan(0.01)
  expect(powers[3]).toBeGreaterThan(0.99)
})

it('sees nothing where nothing was ever solved', () => {
  expect(smallestDrop(pairs(200, 0, 20))).toBeNull()
  expect(smallestDrop([])).toBeNull()
})
