import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exactLowerTail } from '../../src/ledger/exact-test.ts'
import { verdict } from '../../src/ledger/gate.ts'
import { fitOf } from '../../src/ledger/mixture.ts'
import { marginOf } from '../../src/ledger/strata.ts'
import { simulate } from '../support/gate-table.ts'
import { describeWithShared, hasSharedData, sharedText } from '../support/shared-data.ts'
import { agentOf, chanceOf, gated, ledgerOf, simulatedSuite } from '../support/synthetic-agents.ts'

const numbers = z.array(z.number())
const vectorsSchema = z.object({
  R: z.array(numbers),
  fits: z.array(
    z.object({
      id: z.string(),
      groups: z.array(numbers),
      plus: z.literal('R').optional(),
      l0: z.number(),
      ld: z.number(),
      l1: z.number(),
      lambda: z.number(),
      P: z.number().optional(),
    }),
  ),
  strata: z.array(
    z.object({
      groups: z.array(numbers),
      c: z.number(),
      p: z.number(),
      p_without_margin: z.number().optional(),
    }),
  ),
})
const vectors = hasSharedData
  ? vectorsSchema.parse(JSON.parse(sharedText('gate/vectors.json')))
  : { R: [], fits: [], strata: [] }

describeWithShared('fits and strata of the reference data', 'gate', () => {
  it('are there', () => {
    expect(vectors.fits.length).toBeGreaterThanOrEqual(11)
    expect(vectors.strata.length).toBeGreaterThanOrEqual(2)
  })

  it.each(vectors.fits)('fit $id', ({ groups, plus, l0, ld, l1, lambda, P }) => {
    const tasks = [...groups, ...(plus === undefined ? [] : vectors.R)].flatMap(
      ([s = 0, b = 0, x = 0, y = 0, count = 1]) => Array.from({ length: count }, () => ({ s, b, x, y })),
    )
    const fit = fitOf(tasks)
    const { unchanged, drifted, broken } = fit.logs()
    expect([unchanged, drifted, broken].map((log) => log.toFixed(6))).toEqual(
      [l0, ld, l1].map((log) => log.toFixed(6)),
    )
    expect(fit.lambda()).toBeCloseTo(lambda, 5)
    if (P !== undefined) expect(fit.posteriorOf(0)).toBeCloseTo(P, 6)
  })

  it.each(vectors.strata)('stratum with p = $p', ({ groups, c, p, p_without_margin }) => {
    const pairs = groups.flatMap(([s = 0, b = 0, x = 0, n = 0, count = 1]) =>
      Array.from({ length: count }, () => ({
        run: { successes: x, attempts: n },
        ledger: { successes: s, attempts: b },
      })),
    )
    expect(marginOf(pairs)).toBe(c)
    expect(exactLowerTail(pairs, c) / p).toBeCloseTo(1, 6)
    if (p_without_margin !== undefined) expect(exactLowerTail(pairs)).toBeCloseTo(p_without_margin, 6)
  })
})

/** A short form of `bench/gate.mjs`, whose cells and seeds these are: the same gates every time. */
describe('simulated gates', () => {
  it.each([
    ['steady', 200, 3],
    ['near90', 200, 20],
    ['half', 200, 6],
    ['steady', 12, 1],
    ['near90', 3, 1],
  ] as const)('hardly ever cry wolf: %s, %i tasks, B = %i', (mix, tasks, b) => {
    const { gates, regressed, undecided } = simulate({ mix, tasks, b, n: 1 }, 40)
    expect((regressed + undecided) / gates).toBeLessThanOrEqual(0.025)
  })

  it.each([
    ['steady', 3, 2, 0.95],
    ['steady', 6, 1, 0.9],
    ['steady', 1, 5, 0.9],
    ['near90', 3, 2, 0.85],
  ] as const)('find broken tasks of 200: %s, B = %i, %i broken', (mix, b, broken, least) => {
    const { gates, regressed } = simulate({ mix, tasks: 200, b, n: 1, broken }, 30)
    expect(regressed / gates).toBeGreaterThanOrEqual(least)
  })

  it('find three perfect tasks that all fall after one run, and do not pass one that falls', () => {
    const cell = { mix: 'perfect', tasks: 3, b: 1, n: 1 } as const
    expect(simulate({ ...cell, broken: 3 }, 20)).toMatchObject({ regressed: 20 })
    const one = simulate({ ...cell, broken: 1 }, 20)
    expect(one.regressed + one.undecided).toBeGreaterThanOrEqual(19)
  })

  it.each(['steady', 'near90'] as const)('find a drop of 10 points everywhere: %s', (mix) => {
    const { gates, regressed } = simulate({ mix, tasks: 200, b: 20, n: 1, drop: 0.1 }, 30)
    expect(regressed / gates).toBeGreaterThanOrEqual(0.9)
  })

  it('ask for what the whole gate asks for, and come to the same', () => {
    const chance = chanceOf(3)
    const agent = agentOf('steady', 50, chance)
    const ledger = ledgerOf(agent, 6, chance)
    const now = agent.with(
      agent.findIndex((p) => p > 0.99),
      0,
    )
    const { run, fresh } = gated(now, 1, ledger, chance)
    expect(fresh.length).toBeGreaterThan(0)
    expect(verdict(run, ledger, fresh)).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(run.suite).toEqual(simulatedSuite(50))
  })
})
