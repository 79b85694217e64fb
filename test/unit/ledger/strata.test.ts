import { describe, expect, it } from 'vitest'
import type { Pair } from '../../../src/ledger/attempt.ts'
import { suspectStrata, testStrata } from '../../../src/ledger/strata.ts'
import { task } from './records.ts'

/** Two tasks of two levels: the first never failed in its ledger and always since, the other tells nothing. */
const pairs = (b: number, n: number, fresh = 0): Pair[] => [
  {
    ...task(0, 'L0_node'),
    run: { successes: 0, attempts: n },
    ledger: { successes: b, attempts: b },
    fresh: Array.from({ length: fresh }, () => false),
    made: fresh,
    stoodIn: 0,
  },
  {
    ...task(1, 'L3_dag'),
    run: { successes: 0, attempts: 1 },
    ledger: { successes: 0, attempts: b },
    fresh: Array.from({ length: fresh }, () => false),
    made: fresh,
    stoodIn: 0,
  },
]

describe('strata', () => {
  it('are suspected at .10 over all tasks, at .05 over a level', () => {
    const names = (b: number) => suspectStrata(pairs(b, 1)).map(({ stratum }) => stratum)
    // p = 1 / (b + 1)
    expect([8, 9, 18, 19].map(names)).toEqual([[], ['overall'], ['overall'], ['overall', 'L0_node']])
  })

  it('are rejected at .003 over all tasks, at .00075 over a level', () => {
    const all = [
      { stratum: 'overall' as const, suspected: 0.01, tasks: [0, 1] },
      { stratum: 'L0_node' as const, suspected: 0.01, tasks: [0] },
    ]
    const rejected = (n: number) => testStrata(all, pairs(20, n, 2)).map(({ regressed }) => regressed)
    // p = 81/10,626, 101/53,130 and 121/230,230 with the two fresh attempts, one more solved being allowed
    expect([2, 3, 4].map(rejected)).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
    const [whole] = testStrata(all, pairs(20, 3, 9))
    expect(whole).toMatchObject({ margin: 1, p: expect.closeTo(101 / 53_130, 9), now: { attempts: 8 } })
  })
})
