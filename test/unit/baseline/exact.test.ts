import { describe, expect, it } from 'vitest'
import { computeHypergeometric, computeLowerTail } from '../../../src/baseline/hypergeometric.ts'
import { computeMargin } from '../../../src/baseline/suite-wide.ts'
import { logChoose } from '../../../src/metrics/log-factorial.ts'
import { measureCpuTime } from '../../support/cpu-time.ts'

const counts = (successes: number, attempts: number) => ({ successes, attempts })
const pair = (x: number, n: number, s: number, b: number) => ({ run: counts(x, n), baseline: counts(s, b) })

/** C(n, k) by Pascal's rule, in whole numbers. */
const choose = (n: number, k: number): number =>
  k < 0 || k > n ? 0 : k === 0 || k === n ? 1 : choose(n - 1, k - 1) + choose(n - 1, k)

/** Solved attempts that fall on the run, for every way to choose the run's attempts among all. */
function draws(total: number, marked: number, n: number): number[] {
  const masks = Array.from({ length: 2 ** total }, (_, mask) => mask)
  const bits = (mask: number): number => mask.toString(2).replaceAll('0', '').length
  return masks.filter((mask) => bits(mask) === n).map((mask) => bits(mask & (2 ** marked - 1)))
}

const small = [
  [1, 0, 1],
  [4, 2, 2],
  [5, 5, 2],
  [7, 3, 4],
  [8, 6, 3],
  [9, 4, 9],
] as const

describe('hypergeometric', () => {
  it.each(small)('counts the draws: %i items, %i marked, %i drawn', (total, marked, n) => {
    const all = draws(total, marked, n)
    computeHypergeometric(total, marked, n).forEach((mass, x) => {
      expect(mass).toBeCloseTo(all.filter((drawn) => drawn === x).length / all.length, 12)
    })
  })
  it('sums to 1 also with many attempts', () => {
    expect(computeHypergeometric(4_000, 1_700, 300).reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 10)
  })
})

it.each([
  [10, 3],
  [20, 10],
  [26, 6],
  [3, 5],
])('logChoose is the logarithm of the ways to choose: of %i, %i', (n, k) => {
  expect(Math.exp(logChoose(n, k))).toBeCloseTo(choose(n, k), 6)
})

describe('exactLowerTail', () => {
  it.each(small)('counts the draws with no more: %i items, %i marked, %i drawn', (total, marked, n) => {
    const all = draws(total, marked, n)
    for (let x = Math.max(0, n + marked - total); x <= Math.min(n, marked); x++) {
      const tail = all.filter((drawn) => drawn <= x).length / all.length
      expect(computeLowerTail([pair(x, n, marked - x, total - n)])).toBeCloseTo(tail, 12)
    }
  })
  it('is 1 over the number of draws where the run failed and the baseline never did', () => {
    expect(computeLowerTail([pair(0, 6, 20, 20)])).toBeCloseTo(1 / choose(26, 6), 16)
  })

  it.each([
    [[pair(1, 2, 2, 3), pair(0, 1, 3, 4), pair(2, 3, 1, 2)]],
    [[pair(0, 2, 3, 3), pair(1, 1, 0, 3)]],
    [[pair(1, 1, 5, 5), pair(1, 2, 2, 4), pair(0, 2, 0, 4), pair(0, 1, 4, 5)]],
  ])('counts all draws of all tasks together (%#)', (pairs) => {
    let sums = [0]
    for (const { run, baseline } of pairs) {
      const own = draws(run.attempts + baseline.attempts, run.successes + baseline.successes, run.attempts)
      sums = sums.flatMap((sum) => own.map((x) => sum + x))
    }
    const solved = pairs.reduce((sum, { run }) => sum + run.successes, 0)
    const tail = sums.filter((sum) => sum <= solved).length / sums.length
    expect(computeLowerTail(pairs)).toBeCloseTo(tail, 12)
  })

  it('does not depend on the order of tasks', () => {
    const pairs = [pair(1, 3, 18, 20), pair(2, 2, 5, 20), pair(0, 1, 19, 20)]
    expect(computeLowerTail(pairs.toReversed())).toBeCloseTo(computeLowerTail(pairs), 14)
  })

  it('tells nothing where nothing can differ', () => {
    expect(computeLowerTail([])).toBe(1)
    expect(computeLowerTail([pair(0, 2, 0, 9), pair(3, 3, 4, 4)])).toBe(1)
  })

  it('takes a few milliseconds over 200 tasks', () => {
    const pairs = Array.from({ length: 200 }, (_, i) => pair(i % 4, 3, 3 + (i % 15), 20))
    const { milliseconds } = measureCpuTime(() => {
      for (let i = 0; i < 20; i++) computeLowerTail(pairs)
    })
    expect(milliseconds / 20).toBeLessThan(50)
  })

  it('lets the run fall short by a margin', () => {
    const pairs = [pair(0, 3, 3, 3), pair(1, 3, 2, 3), pair(1, 3, 3, 3)]
    expect(computeLowerTail(pairs, 1)).toBeCloseTo(0.088, 6)
    expect(computeLowerTail(pairs)).toBeCloseTo(0.011, 6)
    expect(computeLowerTail([pair(0, 1, 5, 5)], 99)).toBeCloseTo(1, 12)
  })
})

it('marginOf is one point of the attempts that run and baseline make together, rounded up', () => {
  const of = (tasks: number) => computeMargin(Array.from({ length: tasks }, () => pair(1, 3, 3, 3)))
  expect([0, 1, 66, 67, 200].map(of)).toEqual([0, 1, 1, 2, 3])
})
