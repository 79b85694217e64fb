import { describe, expect, it } from 'vitest'
import {
  computeClopperPearsonInterval,
  computeWilsonInterval,
  shareInterval,
} from '../../../src/metrics/intervals.ts'
import { computeNormalBelow, computeNormalQuantile } from '../../../src/metrics/normal.ts'

/** Binomial probabilities of 0 .. n successes by the recurrence over attempts, without factorials. */
function binomial(n: number, p: number): number[] {
  let masses = [1]
  for (let i = 0; i < n; i++) {
    masses = [...masses, 0].map((mass, x) => mass * (1 - p) + (masses[x - 1] ?? 0) * p)
  }
  return masses
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const cases = [1, 2, 5, 10, 40].flatMap((n) =>
  [0, 1, Math.floor(n / 2), n - 1, n].map((c) => [c, n] as const),
)

describe('computeClopperPearsonInterval', () => {
  it.each(cases)('%i of %i: at each bound the tail holds 2.5 %', (c, n) => {
    const { low, high } = computeClopperPearsonInterval(c, n)
    if (c === 0) expect(low).toBe(0)
    else expect(sum(binomial(n, low).slice(c))).toBeCloseTo(0.025, 9)
    if (c === n) expect(high).toBe(1)
    else expect(sum(binomial(n, high).slice(0, c + 1))).toBeCloseTo(0.025, 9)
  })

  it('has the closed form where nothing was solved, also with many attempts', () => {
    expect(computeClopperPearsonInterval(0, 3_000).high).toBeCloseTo(1 - 0.025 ** (1 / 3_000), 12)
    expect(computeClopperPearsonInterval(3_000, 3_000).low).toBeCloseTo(0.025 ** (1 / 3_000), 12)
  })
})

describe('wilson', () => {
  it.each(cases)('%i of %i: each bound is the share from which the count lies z deviations off', (c, n) => {
    const { low, high } = computeWilsonInterval(c, n)
    const z = 1.959963984540054
    const off = (p: number): number => (c / n - p) / Math.sqrt((p * (1 - p)) / n)
    if (c === 0) expect(low).toBe(0)
    else expect(off(low)).toBeCloseTo(z, 8)
    if (c === n) expect(high).toBe(1)
    else expect(off(high)).toBeCloseTo(-z, 8)
  })
})

it.each([
  [1, 0],
  [3, 2],
  [-1, 2],
  [0.5, 2],
])('no interval is given beside %d of %d', (c, n) => {
  expect(() => shareInterval(c, n)).toThrow(RangeError)
})

describe('normal', () => {
  /** Simpson's rule over the density from 0 to x. */
  const integral = (x: number): number => {
    const steps = 2_000
    const density = (at: number): number => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI)
    const inner = Array.from(
      { length: steps - 1 },
      (_, i) => (i % 2 === 0 ? 4 : 2) * density(((i + 1) * x) / steps),
    )
    return 0.5 + ((x / steps) * (density(0) + density(x) + sum(inner))) / 3
  }
  it.each([-5, -2.5, -1, -0.1, 0, 0.3, 1.5, 4])('integrates the density to %d', (x) => {
    expect(computeNormalBelow(x)).toBeCloseTo(integral(x), 12)
  })
  it.each([0.001, 0.005, 0.1, 0.5, 0.975])('is inverted at %d', (share) => {
    expect(computeNormalBelow(computeNormalQuantile(share))).toBeCloseTo(share, 12)
  })
})

it('the interval beside a share is the exact one where nothing or everything was solved, else that of Wilson', () => {
  expect(shareInterval(0, 8)).toEqual(computeClopperPearsonInterval(0, 8))
  expect(shareInterval(8, 8)).toEqual(computeClopperPearsonInterval(8, 8))
  expect(shareInterval(0, 8).high).toBeGreaterThan(computeWilsonInterval(0, 8).high)
  expect(shareInterval(3, 8)).toEqual(computeWilsonInterval(3, 8))
})
