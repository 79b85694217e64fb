import { describe, expect, it } from 'vitest'
import type { Pair } from '../../../src/baseline/attempt.ts'
import { suspectLevels, testStrata } from '../../../src/baseline/strata.ts'
import { task } from './records.ts'

/** Two tasks of two levels: the first never failed in its baseline and always since, the other tells nothing. */
const pairs = (b: number, n: number, reruns = 0): Pair[] => [
  {
    ...task(0, 'L0_node'),
    run: { successes: 0, attempts: n },
    baseline: { successes: b, attempts: b },
    reruns: Array.from({ length: reruns }, () => false),
    made: reruns,
    stoodIn: 0,
  },
  {
    ...task(1, 'L3_dag'),
    run: { successes: 0, attempts: 1 },
    baseline: { successes: 0, attempts: b },
    reruns: Array.from({ length: reruns }, () => false),
    made: reruns,
    stoodIn: 0,
  },
]

describe('strata', () => {
  it('of a level are suspected at .05', () => {
    const names = (b: number) => suspectLevels(pairs(b, 1)).map(({ stratum }) => stratum)
    // p = 1 / (b + 1)
    expect([18, 19].map(names)).toEqual([[], ['L0_node']])
  })

  it('are rejected at .008 over all tasks, at .00075 over a level', () => {
    const all = [
      { stratum: 'overall' as const, suspected: 0.01, tasks: [0, 1], reruns: 2 },
      { stratum: 'L0_node' as const, suspected: 0.01, tasks: [0], reruns: 2 },
    ]
    const rejected = (n: number, reruns = 2) =>
      testStrata(
        all.map((one) => ({ ...one, reruns })),
        pairs(20, n, 2),
      ).map(({ regressed }) => regressed)
    // Of all tasks p = 1/21 and 1/231; of the level 101/53,130 and 121/230,230, one more solved being allowed
    expect([rejected(1, 0), rejected(1, 1), rejected(3), rejected(4)]).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ])
    const [whole, level] = testStrata(all, pairs(20, 3, 9))
    expect(whole).toMatchObject({ margin: 0, now: { attempts: 8 } })
    expect(level).toMatchObject({ margin: 1, p: expect.closeTo(101 / 53_130, 9) })
  })
})
