import { describe, expect, it } from 'vitest'
import { smallestDrop } from '../../src/baseline/power.ts'
import { testStrata } from '../../src/baseline/strata.ts'
import { SUITE_WIDE } from '../../src/baseline/thresholds.ts'
import { simulate } from '../support/gate-table.ts'
import { applyDrop, createAgent, createChance, type Mix, simulateSuite } from '../support/synthetic-agents.ts'

/** A short form of `bench/gate.mjs`, whose cells and seeds these are: the same gates every time. */
describe('simulated gates', () => {
  it.each([
    ['steady', 200, 3],
    ['near90', 200, 20],
    ['half', 200, 6],
    ['steady', 12, 1],
    ['near90', 3, 1],
  ] as const)('hardly ever cry wolf: %s, %i tasks, B = %i', (mix, tasks, b) => {
    const { gates, regressed, unclear } = simulate({ mix, tasks, b, n: 1 }, 40)
    expect((regressed + unclear) / gates).toBeLessThanOrEqual(0.025)
  })

  it.each([
    ['steady', 3, 2, 0.95],
    ['steady', 6, 1, 0.9],
    ['steady', 1, 5, 0.8],
    ['near90', 3, 2, 0.85],
  ] as const)('find broken tasks of 200: %s, B = %i, %i broken', (mix, b, broken, least) => {
    const { gates, regressed, unclear } = simulate({ mix, tasks: 200, b, n: 1, broken }, 30)
    expect((regressed + unclear) / gates).toBeGreaterThanOrEqual(least)
    // Records of one run say nothing of what runs have in common.
    if (b > 1) expect(regressed / gates).toBeGreaterThanOrEqual(least)
  })

  it.each([
    [3, 0.1],
    [3, 0.3],
    [20, 0.3],
  ])(
    'hardly ever cry wolf where attempts of one run share luck: B = %i, correlation %f',
    (b, correlation) => {
      const { gates, regressed, unclear } = simulate({ mix: 'at95', tasks: 200, b, n: 1, correlation }, 40)
      expect((regressed + unclear) / gates).toBeLessThanOrEqual(0.075)
    },
  )

  it('leave a broken task unclear where attempts share luck, and find it in a second run', () => {
    const cell = { mix: 'at95', tasks: 64, b: 3, n: 1, broken: 1, correlation: 0.3, again: 1 } as const
    const { gates, regressed, unclear, later_regressed } = simulate(cell, 40)
    // The record of the task was made by runs of luck too: where it failed one of three, one run passes.
    expect((regressed + unclear) / gates).toBeGreaterThanOrEqual(0.7)
    expect((regressed + later_regressed) / gates).toBeGreaterThanOrEqual(0.65)
  })

  it('come to the same from shards, which cry wolf no more than one machine', () => {
    const cell = { mix: 'steady', tasks: 200, b: 3, n: 1, shards: 4 } as const
    const same = simulate(cell, 20)
    expect((same.regressed + same.unclear) / same.gates).toBeLessThanOrEqual(0.025)
    const broken = simulate({ ...cell, broken: 1 }, 20)
    expect((broken.regressed + broken.unclear) / broken.gates).toBeGreaterThanOrEqual(0.9)
  })

  it('find three perfect tasks that all fall after one run, and do not pass one that falls', () => {
    const cell = { mix: 'perfect', tasks: 3, b: 1, n: 1 } as const
    expect(simulate({ ...cell, broken: 3 }, 20)).toMatchObject({ regressed: 20 })
    const one = simulate({ ...cell, broken: 1 }, 20)
    expect(one.regressed + one.unclear).toBeGreaterThanOrEqual(19)
  })

  it.each([3, 20])('find a fall of all tasks by 20 points though runs share luck, B = %i', (b) => {
    const cell = { mix: 'at70', tasks: 40, b, n: 1, luck: 0.15, suiteWide: true, again: 1 } as const
    const same = simulate(cell, 300)
    expect(same.regressed / 300).toBeLessThanOrEqual(0.01)
    expect((same.regressed + same.unclear) / 300).toBeLessThanOrEqual(0.016)
    const { regressed, unclear } = simulate({ ...cell, drop: 0.2 }, 400)
    expect((regressed + unclear) / 400).toBeGreaterThan(b === 3 ? 0.46 : 0.7)
  })

  it.each(['steady', 'near90'] as const)('find a drop of 10 points everywhere: %s', (mix) => {
    const { gates, regressed, unclear } = simulate({ mix, tasks: 200, b: 20, n: 1, drop: 0.1 }, 20)
    expect((regressed + unclear) / gates).toBeGreaterThanOrEqual(0.9)
  })
})

it.each<[Mix, number, number]>([
  ['steady', 20, 1],
  ['near90', 6, 2],
  ['near90', 3, 1],
  ['flaky', 20, 1],
])('the test of all tasks sees the named drop about four times in five: %s, B = %i, n = %i', (mix, b, n) => {
  const tasks = simulateSuite(200)
  const chance = createChance(b * 10 + n)
  const solved = (p: number, attempts: number): number =>
    Array.from({ length: attempts }, () => Number(chance() < p)).reduce((sum, one) => sum + one, 0)
  const pairsOf = (before: readonly number[], now: readonly number[]) =>
    tasks.map((task, i) => ({
      ...task,
      baseline: { successes: solved(before[i]!, b), attempts: b },
      run: { successes: solved(now[i]!, n), attempts: n },
      reruns: [chance() < now[i]!, chance() < now[i]!],
      made: 2,
      stoodIn: 0 as const,
    }))
  const agents = Array.from({ length: 150 }, () => createAgent(mix, tasks.length, chance))
  const drops = agents.slice(0, 20).map((agent) => smallestDrop(pairsOf(agent, agent)) ?? 1)
  const drop = drops.reduce((sum, one) => sum + one, 0) / drops.length
  const all = [{ stratum: 'overall' as const, suspected: 0, tasks: tasks.map((_, i) => i), reruns: 2 }]
  const seen = agents.filter(
    (agent) => (testStrata(all, pairsOf(agent, applyDrop(agent, drop)))[0]?.p ?? 1) <= SUITE_WIDE.reject,
  )
  expect(seen.length / agents.length).toBeGreaterThan(0.65)
  expect(seen.length / agents.length).toBeLessThan(0.98)
})
