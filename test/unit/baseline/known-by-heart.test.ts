import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/baseline/attempt.ts'
import { verdict } from '../../../src/baseline/gate.ts'
import type { Baseline } from '../../../src/schema/baseline.ts'
import { played } from './played.ts'
import { baselineOf, suiteOf, task } from './records.ts'

const WORLDS = 20
const suite = suiteOf(4)

/** A baseline of `runs` runs, in the worlds from 0 on. */
function baselineOfRuns(runs: number, solved = runs): Baseline {
  const baseline = baselineOf(suite, runs, solved)
  for (const own of Object.values(baseline.tasks)) own.worlds = Array.from({ length: runs }, (_, i) => i)
  return baseline
}

/** A run and the reruns that its gate asks for; task 0 solves what `solves` says of its worlds. */
function gated(runs: number, solves: (world: number) => boolean, baseline = baselineOfRuns(runs)) {
  const outcomeOf = (key: string, seed: number): Attempt['outcome'] =>
    key !== task(0).key || solves(seed) ? 'solved' : 'failed'
  const attempts = suite.map((own): Attempt => ({ ...own, seed: runs, outcome: outcomeOf(own.key, runs) }))
  const run = { suite, attempts, complete: true }
  const { reruns } = played(run, baseline, ({ key }, at) => {
    const seed = (runs + 1 + at) % WORLDS
    return { seed, outcome: outcomeOf(key, seed) }
  })
  return { verdict: verdict(run, baseline, reruns), reruns: reruns.filter(({ key }) => key === task(0).key) }
}

describe('an agent that knows the values of one world by heart', () => {
  it.each([1, 2, 3, 6])('is not green: one solved world of twenty, with a baseline of %i runs', (runs) => {
    const known = gated(runs, (world) => world === 0)
    expect(known.verdict.exit).toBe(1)
    // What the gate says is what it says of an agent that fails everywhere.
    const nowhere = gated(runs, () => false)
    expect(known.verdict.verdict).toBe(nowhere.verdict.verdict)
    expect(known.verdict.tasks[0]?.now).toEqual(nowhere.verdict.tasks[0]?.now)
  })

  it('has another attempt made in the place of the one that does not count', () => {
    const { reruns } = gated(1, (world) => world === 0)
    expect(reruns.filter(({ outcome }) => outcome === 'solved')).toHaveLength(1)
    expect(reruns.filter(({ outcome }) => outcome === 'failed')).toHaveLength(24)
  })
})

it.each<[string, number, (world: number) => boolean, Baseline | undefined]>([
  ['solves two worlds', 2, (world) => world === 0 || world === 19, undefined],
  ['solves a world that neither record nor run met', 1, (world) => world === 12, undefined],
])('every attempt of an agent counts that %s', (_, successes, solves, baseline) => {
  expect(gated(1, solves, baseline).verdict.tasks[0]?.now.successes).toBe(successes)
})

it('every attempt counts where the record fails often', () => {
  const { verdict: said } = gated(4, (world) => world === 0, baselineOfRuns(4, 2))
  expect(said.tasks[0]?.now.successes ?? 1).toBe(1)
})
