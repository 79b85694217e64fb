import { expect, it } from 'vitest'
import { createProgressThrottle, createTimeEstimator } from '../../../src/shared/units.ts'

it('says something after one second, then every ten', () => {
  let at = 0
  const isTime = createProgressThrottle(() => at)
  const said = [0, 999, 1000, 1001, 10_999, 11_000, 11_001, 40_000, 40_001].filter((time) => {
    at = time
    return isTime()
  })
  expect(said).toEqual([1000, 11_000, 40_000])
})

/** Seconds left that are said of a run, whose pieces end at the given times in seconds; none where nothing is said. */
function estimates(ends: readonly number[]): { end: number; left: number | undefined }[] {
  let at = 0
  const estimate = createTimeEstimator(() => at * 1000)
  return ends.map((end, i) => {
    at = end
    const [, min = 0, s = 0] = /^about (?:(\d+) min )?(\d+) s left$/.exec(estimate(i + 1, ends.length)) ?? []
    const left = Number(min) * 60 + Number(s)
    return { end, left: left === 0 ? undefined : left }
  })
}
const evenly = (count: number, from: number, to: number): number[] =>
  Array.from({ length: count }, (_, i) => from + (i * (to - from)) / (count - 1))

it('estimates nothing before two per cent and three seconds, and then not the time of the start', () => {
  const run = estimates(evenly(4000, 6, 21))
  expect(run.filter(({ end, left }) => end < 9 && left !== undefined)).toEqual([])
  const said = run.filter(({ left }) => left !== undefined)
  expect(said[0]).toMatchObject({ end: expect.closeTo(9, 1), left: 12 })
  expect(said.filter(({ end, left = 0 }) => Math.abs(21 - end - left) > 1)).toEqual([])
  // 79 of 4,000 are less than two per cent.
  expect(estimates(evenly(4000, 0, 4000)).findIndex(({ left }) => left !== undefined)).toBe(80)
})

it('moves slowly where the speed changes', () => {
  const run = estimates([...evenly(100, 0, 20), 40, ...evenly(99, 40.2, 60)])
  // The mean says 40 s after the pause, the estimate before it said 20.
  expect(run[99]?.left).toBe(20)
  expect(run[100]?.left).toBeLessThan(32)
  expect(run[150]?.left).toBeGreaterThan(10)
})
