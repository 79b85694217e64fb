import { describe, expect, it } from 'vitest'
import { contestantsOf } from '../../../src/metrics/contestants.ts'
import { averageGroups, leaderboardOf } from '../../../src/metrics/leaderboard.ts'
import { computeLevelGaps, readPublishedGaps } from '../../../src/metrics/level-gaps.ts'
import { compareAllPairs, comparePair } from '../../../src/metrics/pairs.ts'
import {
  PUBLISHED_AVERAGES,
  PUBLISHED_CEILING,
  PUBLISHED_ROWS,
} from '../../../src/metrics/published-leaderboard.ts'
import type { Case } from '../../../src/schema/run.ts'
import { LEVELS, type Level } from '../../../src/schema/task.ts'
import { scoreFor } from '../../support/score.ts'

const levels = (...scores: number[]) =>
  Object.fromEntries(scores.map((score, i) => [LEVELS[i] as Level, { score }]))

describe('gaps between levels', () => {
  it('are single calls minus each level, and the mean of composed levels minus single calls', () => {
    const gaps = computeLevelGaps(levels(0.5, 0.75, 1, 0.5))
    expect(gaps).toEqual({
      drops: { L1_chain: -0.25, L2_parallel: -0.5, L3_dag: 0 },
      selection_gap: 0.25,
      dagger: true,
    })
    expect(computeLevelGaps(levels(1, 0.5, 0.5, 0.5))).toMatchObject({ selection_gap: -0.5, dagger: false })
  })

  it('have no dagger for a difference of rounding', () => {
    expect(computeLevelGaps(levels(0.1, 0.1, 0.1, 0.1)).dagger).toBe(false)
  })

  it('are null where a level has no task', () => {
    expect(computeLevelGaps(levels(0.5, 0.75))).toEqual({
      drops: { L1_chain: -0.25, L2_parallel: null, L3_dag: null },
      selection_gap: null,
      dagger: false,
    })
    expect(computeLevelGaps({}).selection_gap).toBeNull()
  })
})

describe('the published rows', () => {
  it('have 17 daggers, and every mean has one', () => {
    const marked = PUBLISHED_ROWS.filter((row) => readPublishedGaps(row).dagger)
    expect([PUBLISHED_ROWS.length, marked.length]).toEqual([18, 17])
    expect(PUBLISHED_AVERAGES.map((row) => readPublishedGaps(row).dagger)).toEqual([true, true, true])
  })

  it('stay within what is attainable', () => {
    expect(PUBLISHED_CEILING.L0_node).toBeCloseTo((100 * 22) / 48, 1)
    for (const column of ['overall', ...LEVELS] as const)
      expect(Math.max(...PUBLISHED_ROWS.map((row) => row[column]))).toBeLessThanOrEqual(
        PUBLISHED_CEILING[column],
      )
  })
})

/** A case of an agent in a project. */
const item = (project: string, i: number, level: Level, solved: boolean): Case => ({
  suite: 's',
  line: i + 1,
  task_id: `t${i}`,
  level,
  outcome: 'scored',
  agent: 'a',
  project,
  score: scoreFor({ task_id: `t${i}`, level }, solved),
})
const runOf = (project: string, outcomes: string) =>
  [...outcomes].map((outcome, i) => item(project, i, LEVELS[i % 4] as Level, outcome === '1'))

describe('groups', () => {
  const cases = [...runOf('x', '11110000'), ...runOf('y', '11111111'), ...runOf('z', '00000001')]

  it('are averaged by the option of the project, each agent weighing the same', () => {
    const rows = leaderboardOf(contestantsOf([{ cases, groups: { x: 'cloud', y: 'cloud', z: 'local' } }]))
    expect(rows.map(({ group }) => group)).toEqual(['cloud', 'cloud', 'local'])
    const averages = averageGroups(rows)
    expect(averages.map(({ group, agents }) => [group, agents])).toEqual([
      ['all', 3],
      ['cloud', 2],
      ['local', 1],
    ])
    expect(averages[1]?.overall.solved).toBeCloseTo(0.75, 12)
    expect(averages[2]?.level_gaps).toMatchObject({ drops: { L3_dag: -0.5 }, dagger: true })
  })

  it('are none without the option', () => {
    expect(averageGroups(leaderboardOf(contestantsOf([{ cases }])))).toEqual([])
  })
})

describe('all pairs', () => {
  const agent = (name: string, outcomes: string) => ({
    agent: name,
    results: [...outcomes].map((outcome, i) => ({ task_id: `t${i}`, solved: outcome === '1' })),
  })
  const pairs = compareAllPairs([
    agent('a', '1111111111'),
    agent('b', '1111100000'),
    agent('c', '0000100000'),
  ])

  it('are tested with Holm over every pair', () => {
    expect(pairs.map(({ first, second }) => first + second)).toEqual(['ab', 'ac', 'bc'])
    const [ab, ac, bc] = pairs
    expect(ab).toMatchObject({ only_first: 5, only_second: 0, effect: 0.5, difference: 0.5 })
    expect(ab?.p).toBeCloseTo(2 / 2 ** 5, 12)
    expect(ac?.adjusted).toBeCloseTo((3 * 2) / 2 ** 9, 12)
    expect(ab?.adjusted).toBeCloseTo((2 * 2) / 2 ** 5, 12)
    expect(bc?.adjusted).toBeCloseTo(2 / 2 ** 4, 12)
  })

  it('have an interval around the difference, the same for the same seed', () => {
    for (const { interval, difference } of pairs) {
      expect(interval.low).toBeLessThan(difference)
      expect(interval.high).toBeGreaterThan(difference)
    }
    expect(compareAllPairs([agent('a', '1100'), agent('b', '1010')], 7)).toEqual(
      compareAllPairs([agent('a', '1100'), agent('b', '1010')], 7),
    )
  })

  it('compare the tasks that both have, and refuse none', () => {
    const of = (...tasks: [string, boolean][]) => new Map(tasks)
    expect(comparePair(of(['x', true], ['y', true]), of(['y', false], ['z', false]))).toMatchObject({
      only_first: 1,
      difference: 1,
    })
    expect(comparePair(of(['x', true]), of(['x', true])).effect).toBeNull()
    expect(() => compareAllPairs([agent('a', '1'), agent('b', '')])).toThrow('no task in common')
  })
})
