import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/ledger/attempt.ts'
import { verdict } from '../../../src/ledger/gate.ts'
import type { Ledger } from '../../../src/schema/ledger.ts'
import { played } from './played.ts'
import { ledgerOf, suiteOf, task } from './records.ts'

const WORLDS = 20
const suite = suiteOf(4)

/** A ledger of `runs` runs, in the worlds from 0 on. */
function ledgerOfRuns(runs: number, solved = runs): Ledger {
  const ledger = ledgerOf(suite, runs, solved)
  for (const own of Object.values(ledger.tasks)) own.worlds = Array.from({ length: runs }, (_, i) => i)
  return ledger
}

/** A run and the fresh attempts that its gate asks for; task 0 solves what `solves` says of its worlds. */
function gated(runs: number, solves: (world: number) => boolean, ledger = ledgerOfRuns(runs)) {
  const outcomeOf = (key: string, seed: number): Attempt['outcome'] =>
    key !== task(0).key || solves(seed) ? 'solved' : 'failed'
  const attempts = suite.map((own): Attempt => ({ ...own, seed: runs, outcome: outcomeOf(own.key, runs) }))
  const run = { suite, attempts, complete: true }
  const { fresh } = played(run, ledger, ({ key }, at) => {
    const seed = (runs + 1 + at) % WORLDS
    return { seed, outcome: outcomeOf(key, seed) }
  })
  return { verdict: verdict(run, ledger, fresh), fresh: fresh.filter(({ key }) => key === task(0).key) }
}

describe('an agent that knows the values of one world by heart', () => {
  it.each([1, 2, 3, 6])('is not green: one solved world of twenty, with a ledger of %i runs', (runs) => {
    const known = gated(runs, (world) => world === 0)
    expect(known.verdict.exit).toBe(1)
    // What the gate says is what it says of an agent that fails everywhere.
    const nowhere = gated(runs, () => false)
    expect(known.verdict.verdict).toBe(nowhere.verdict.verdict)
    expect(known.verdict.tasks[0]?.now).toEqual(nowhere.verdict.tasks[0]?.now)
  })

  it('has another attempt made in the place of the one that does not count', () => {
    const { fresh } = gated(1, (world) => world === 0)
    expect(fresh.filter(({ outcome }) => outcome === 'solved')).toHaveLength(1)
    expect(fresh.filter(({ outcome }) => outcome === 'failed')).toHaveLength(24)
  })
})

it.each<[string, number, (world: number) => boolean, Ledger | undefined]>([
  ['solves two worlds', 2, (world) => world === 0 || world === 19, undefined],
  ['solves a world that neither record nor run met', 1, (world) => world === 12, undefined],
])('every attempt of an agent counts that %s', (_, successes, solves, ledger) => {
  expect(gated(1, solves, ledger).verdict.tasks[0]?.now.successes).toBe(successes)
})

it('every attempt counts where the record fails often', () => {
  const { verdict: said } = gated(4, (world) => world === 0, ledgerOfRuns(4, 2))
  expect(said.tasks[0]?.now.successes ?? 1).toBe(1)
})
