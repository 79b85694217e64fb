import { describe, expect, it } from 'vitest'
import { verdict } from '../../src/ledger/gate.ts'
import { type Cell, simulate, stable, withOneBroken } from '../support/gate-table.ts'
import { agentOf, attempt, chanceOf, dropped, ledgerOf, SUITE } from '../support/synthetic-agents.ts'

/** A short form of `bench/gate.mjs`, whose seeds it shares: the same gates every time. */
const cells: Cell[] = (['steady', 'near90', 'weak'] as const).flatMap((mix) =>
  [3, 6, 20].flatMap((b) => [1, 2, 3].map((n) => ({ mix, b, n }))),
)

describe('a gate over 200 tasks', () => {
  it('hardly ever cries wolf, whatever the ledger', () => {
    const outcomes = cells.map((cell) => simulate(cell, { runs: 40 }))
    const alarms = outcomes.reduce((sum, { regressed }) => sum + regressed, 0) / cells.length
    expect(alarms).toBeLessThanOrEqual(0.01)
    for (const { extra } of outcomes) expect(extra).toBeLessThan(200)
  })

  it('does not tire of one ledger over 60 runs', () => {
    const { regressed } = simulate({ mix: 'steady', b: 20, n: 1 }, { runs: 8, reuse: 60 })
    expect(regressed).toBeLessThanOrEqual(0.01)
  })

  it('finds one broken task among 200 with one attempt each', () => {
    const broken = { runs: 60, change: withOneBroken, target: stable }
    expect(simulate({ mix: 'steady', b: 20, n: 1 }, broken).named).toBeGreaterThanOrEqual(0.95)
  })

  it.each(['steady', 'near90'] as const)('finds a drop of 10 points everywhere: %s', (mix) => {
    const drop = { runs: 80, change: (agent: readonly number[]) => dropped(agent, 0.1) }
    expect(simulate({ mix, b: 20, n: 1 }, drop).regressed).toBeGreaterThanOrEqual(0.9)
  })

  it('says so where it is too blind for a verdict', () => {
    const { regressed, inconclusive, drop } = simulate({ mix: 'weak', b: 3, n: 1 }, { runs: 20 })
    expect(drop).toBeGreaterThan(0.1)
    expect(inconclusive + regressed).toBe(1)
  })

  it('suffers more from runs that shift as a whole when the ledger is of one run than of three', () => {
    const chances = { runs: 150, shift: (chance: () => number) => (chance() - 0.5) * 0.1 }
    const cell = { mix: 'near90', b: 20, n: 1 } as const
    const [one, three] = [1, 3].map((ledgerRuns) => simulate(cell, { ...chances, ledgerRuns }).regressed)
    expect(one).toBeGreaterThan(three ?? 1)
  })

  it('gives no verdict on an outage', () => {
    const chance = chanceOf(1)
    const agent = agentOf('steady', chance)
    const ledger = ledgerOf(agent, 20, chance)
    const attempts = attempt(agent, 1, chance).map((own) =>
      chance() < 0.1 ? ({ ...own, outcome: 'errored' } as const) : own,
    )
    const result = verdict({ suite: SUITE, attempts, complete: true }, ledger)
    expect(result.verdict).toBe('error')
    expect(result.errors[0]).toContain('the model endpoint failed')
  })
})
