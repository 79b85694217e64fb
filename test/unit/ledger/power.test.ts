import { expect, it } from 'vitest'
import { powerOf, smallestDrop } from '../../../src/ledger/power.ts'
import { testStrata } from '../../../src/ledger/strata.ts'
import { agentOf, chanceOf, dropped, type Mix } from '../../support/synthetic-agents.ts'
import { suiteOf } from './records.ts'

const pairs = (count: number, successes: number, attempts: number) =>
  suiteOf(count).map((task) => ({
    ...task,
    run: { successes: 1, attempts: 1 },
    ledger: { successes, attempts },
  }))

const tasks = suiteOf(200)

it.each<[Mix, number, number]>([
  ['steady', 20, 1],
  ['near90', 6, 2],
  ['near90', 3, 1],
  ['flaky', 20, 1],
])('the test of all tasks sees the named drop about four times in five: %s, B = %i, n = %i', (mix, b, n) => {
  const chance = chanceOf(b * 10 + n)
  const solved = (p: number, attempts: number): number =>
    Array.from({ length: attempts }, () => Number(chance() < p)).reduce((sum, one) => sum + one, 0)
  const pairsOf = (before: readonly number[], now: readonly number[]) =>
    tasks.map((task, i) => ({
      ...task,
      ledger: { successes: solved(before[i]!, b), attempts: b },
      run: { successes: solved(now[i]!, n), attempts: n },
      fresh: [chance() < now[i]!, chance() < now[i]!],
      made: 2,
      stoodIn: 0 as const,
    }))
  const agents = Array.from({ length: 150 }, () => agentOf(mix, tasks.length, chance))
  const drops = agents.slice(0, 20).map((agent) => smallestDrop(pairsOf(agent, agent)) ?? 1)
  const drop = drops.reduce((sum, one) => sum + one, 0) / drops.length
  const all = [{ stratum: 'overall' as const, suspected: 0, tasks: tasks.map((_, i) => i) }]
  const seen = agents.filter((agent) => testStrata(all, pairsOf(agent, dropped(agent, drop)))[0]?.regressed)
  expect(seen.length / agents.length).toBeGreaterThan(0.65)
  expect(seen.length / agents.length).toBeLessThan(0.95)
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

it('is enough at the smallest drop that is seen, and not a tenth of a point below', () => {
  for (const compared of [pairs(50, 15, 20), pairs(200, 15, 20), pairs(40, 6, 6)]) {
    const drop = smallestDrop(compared) ?? 0
    expect(powerOf(compared, drop)).toBeGreaterThanOrEqual(0.8)
    expect(powerOf(compared, drop - 0.001)).toBeLessThan(0.8)
  }
})

it('sees nothing where nothing was ever solved', () => {
  expect(smallestDrop(pairs(200, 0, 20))).toBeNull()
  expect(smallestDrop([])).toBeNull()
})
