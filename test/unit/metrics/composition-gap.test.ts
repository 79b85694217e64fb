import { describe, expect, it } from 'vitest'
import { compositionGap, computeTaskGap, type ProbedTask } from '../../../src/metrics/composition-gap.ts'
import { clusterInterval } from '../../../src/metrics/resample.ts'
import { computeWeakestToolGap } from '../../../src/metrics/weakest-tool-gap.ts'
import { createChance } from '../../support/synthetic-agents.ts'

const counts = (successes: number, attempts: number) => ({ successes, attempts })
const task = (i: number, more: Partial<ProbedTask> = {}): ProbedTask => ({
  task_id: `t${i}`,
  level: 'L1_chain',
  whole: counts(1, 2),
  steps: [counts(1, 1), counts(3, 4)],
  ...more,
})

describe('compositionGap', () => {
  it('is the product of the steps minus the whole', () => {
    expect(computeTaskGap(task(0))).toBeCloseTo(0.75 - 0.5, 12)
    expect(
      computeTaskGap(task(0, { whole: counts(0, 3), steps: [counts(1, 2), counts(1, 2), counts(1, 2)] })),
    ).toBeCloseTo(0.125, 12)
  })

  it('means over tasks, by level and overall', () => {
    const { overall, levels } = compositionGap(
      [task(1), task(2, { whole: counts(3, 4) }), task(3, { level: 'L3_dag', whole: counts(0, 1) })],
      1,
    )
    expect(levels.L1_chain).toMatchObject({ tasks: 2, gap: 0.125 })
    expect(levels.L3_dag).toMatchObject({ tasks: 1, gap: 0.75, interval: { low: 0.75, high: 0.75 } })
    expect(levels.L0_node).toBeUndefined()
    expect(overall.gap).toBeCloseTo(1 / 3, 12)
  })

  it('says what the steps predict and how many of them are solved, so that a weak agent does not look perfect', () => {
    const failing = task(1, { whole: counts(0, 2), steps: [counts(0, 1), counts(1, 2)] })
    expect(compositionGap([failing], 1).overall).toMatchObject({
      gap: 0,
      predicted: 0,
      steps_solved: 0.25,
    })
    expect(compositionGap([failing, task(2)], 1).overall).toMatchObject({
      gap: 0.125,
      predicted: 0.375,
      steps_solved: 0.5625,
    })
  })

  it('resamples whole patterns from ten on: tasks that fail together tell less', () => {
    // Each pattern's tasks all fail or are all solved.
    const tasks = (patterns: number): ProbedTask[] =>
      Array.from({ length: 120 }, (_, i) => {
        const pattern = i % patterns
        return task(i, { pattern: `p${pattern}`, whole: counts(pattern % 2, 1), steps: [counts(1, 1)] })
      })
    const width = (patterns: number): number => {
      const { low, high } = compositionGap(tasks(patterns), 3).overall.interval
      return high - low
    }
    // Binomial, about: 2 x 1.96 x sqrt(.25 / units).
    expect(width(12)).toBeGreaterThan(0.45)
    expect(width(8)).toBeLessThan(0.22)
  })

  it('gives the same interval for the same seed only', () => {
    const tasks = Array.from({ length: 20 }, (_, i) => task(i, { whole: counts(i % 3, 3) }))
    expect(compositionGap(tasks, 5)).toEqual(compositionGap(tasks, 5))
    const values = Array.from({ length: 20 }, (_, i) => [Math.sqrt(i)])
    expect(clusterInterval(values, 1)).not.toEqual(clusterInterval(values, 2))
  })

  it('covers the true gap about as often as it says', () => {
    // Tasks solved with chance .5 whose steps are always done: the true gap is .5.
    const covered = Array.from({ length: 200 }, (_, run) => {
      const chance = createChance(run)
      const bits = Array.from({ length: 40 }, () => Number(chance() < 0.5))
      const { low, high } = clusterInterval(
        bits.map((bit) => [1 - bit]),
        run,
      )
      return low <= 0.5 && 0.5 <= high
    }).filter(Boolean).length
    expect(covered).toBeGreaterThan(175)
    expect(covered).toBeLessThan(200)
  })

  it('refuses what it cannot measure', () => {
    expect(() => compositionGap([], 1)).toThrow('no task was given')
    expect(() => compositionGap([task(1, { steps: [] })], 1)).toThrow('t1 has no step')
    expect(() => compositionGap([task(1, { whole: counts(0, 0) })], 1)).toThrow('t1 has 0 of 0')
  })
})

it('weakestToolGap takes the least of the distinct tools, 0 for one without a single-call task', () => {
  const single = (tool: string, mastered: boolean) =>
    ({ level: 'L0_node', tools: [tool], score: Number(mastered), mastered }) as const
  const composed = (level: 'L1_chain' | 'L3_dag', tools: string[], score: number) =>
    ({ level, tools, score, mastered: false }) as const
  const gap = computeWeakestToolGap([
    single('a', true),
    single('a', false),
    single('b', true),
    composed('L1_chain', ['a', 'b', 'b'], 0.2),
    composed('L1_chain', ['b'], 0.5),
    composed('L3_dag', ['b', 'c'], 0.4),
  ])
  expect(gap.L1_chain).toBeCloseTo((0.3 + 0.5) / 2, 12)
  expect(gap.L3_dag).toBeCloseTo(-0.4, 12)
  expect(gap.L2_parallel).toBe(0)
  expect(gap.overall).toBeCloseTo(0.3 * 0.4 - 0.4 * 0.4, 12)
})
