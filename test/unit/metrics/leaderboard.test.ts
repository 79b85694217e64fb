import { describe, expect, it } from 'vitest'
import { costsOf } from '../../../src/metrics/costs.ts'
import { computeWilsonInterval } from '../../../src/metrics/intervals.ts'
import { type Contestant, leaderboardOf } from '../../../src/metrics/leaderboard.ts'
import { adjustByHolm, testByMcNemar } from '../../../src/metrics/pairs.ts'
import { PUBLISHED_AVERAGES, PUBLISHED_ROWS } from '../../../src/metrics/published-leaderboard.ts'
import { describeWithShared, readSharedText } from '../../support/shared-data.ts'

/** An agent by a string of outcomes, one task a character; the first half is level 0, the rest level 3. */
const contestant = (agent: string, outcomes: string): Contestant => ({
  agent,
  results: [...outcomes].map((outcome, i) => ({
    task_id: `t${i}`,
    level: i < outcomes.length / 2 ? 'L0_node' : 'L3_dag',
    score: outcome === '1' ? 1 : 0.25,
    solved: outcome === '1',
  })),
})

it.each([
  [0, 0],
  [1, 0],
  [5, 0],
  [3, 4],
  [2, 7],
  [6, 6],
])('mcnemar counts the ways that %i and %i could fall', (b, c) => {
  const pairs = b + c
  const ways = Array.from({ length: 2 ** pairs }, (_, mask) => mask.toString(2).replaceAll('0', '').length)
  const atLeastAsUneven = ways.filter((x) => Math.abs(2 * x - pairs) >= Math.abs(b - c)).length
  expect(testByMcNemar(b, c)).toBeCloseTo(atLeastAsUneven / 2 ** pairs, 12)
  expect(testByMcNemar(c, b)).toBe(testByMcNemar(b, c))
})

describe('holm', () => {
  it('multiplies by the ranks left, and never falls', () => {
    const adjusted = adjustByHolm([0.03, 0.01, 0.04, 0.011])
    ;[0.06, 0.04, 0.06, 0.04].forEach((p, i) => {
      expect(adjusted[i]).toBeCloseTo(p, 12)
    })
  })
  it('stays at most 1', () => {
    expect(adjustByHolm([0.9, 0.8])).toEqual([1, 1])
    expect(adjustByHolm([])).toEqual([])
  })
})

describe('leaderboardOf', () => {
  const rows = leaderboardOf([
    contestant('weak', '10000000'),
    contestant('strong', '11111110'),
    contestant('middle', '11101000'),
  ])

  it('ranks by share solved, with intervals by level', () => {
    expect(rows.map(({ agent }) => agent)).toEqual(['strong', 'middle', 'weak'])
    const [strong] = rows
    expect(strong?.overall).toMatchObject({ tasks: 8, solved: 7 / 8, interval: computeWilsonInterval(7, 8) })
    expect(strong?.levels.L3_dag).toMatchObject({
      tasks: 4,
      solved: 3 / 4,
      interval: computeWilsonInterval(3, 4),
    })
    expect(strong?.levels.L1_chain).toBeUndefined()
    expect(strong?.level_drop).toBeCloseTo(1 - (3 + 0.25) / 4, 12)
  })

  it('compares neighbours task by task, corrected for all neighbours', () => {
    const near = {
      only_this: 3,
      only_next: 0,
      p: expect.closeTo(0.25, 12),
      adjusted: expect.closeTo(0.5, 12),
    }
    expect(rows.map((row) => row.ahead_of_next)).toEqual([near, near, null])
  })

  it('breaks ties by score, then by name', () => {
    const tied = (agent: string) => contestant(agent, '10')
    const better = contestant('z', '01')
    const ranked = leaderboardOf([
      tied('b'),
      tied('a'),
      { ...better, results: better.results.map((result) => ({ ...result, score: 1 })) },
    ])
    expect(ranked.map(({ agent }) => agent)).toEqual(['z', 'a', 'b'])
  })

  it.each([
    ['no agent', []],
    ['no result', [contestant('a', '')]],
    ['one name twice', [contestant('a', '10'), contestant('a', '10')]],
    ['other tasks', [contestant('a', '10'), contestant('b', '101')]],
    ['other levels', [contestant('a', '1100'), contestant('b', '11')]],
  ])('refuses %s', (_, contestants) => {
    expect(() => leaderboardOf(contestants)).toThrow('Failed to rank agents')
  })
})

describe('costsOf', () => {
  const usage = { input_tokens: 100, output_tokens: 10, model_calls: 2 }

  it('sums, and lets solved attempts pay for the failed', () => {
    const costs = costsOf([
      { solved: true, usage, calls: 3, duration_ms: 50 },
      { solved: false, usage, calls: 5, duration_ms: 150 },
      { solved: true, calls: 1 },
    ])
    expect(costs).toMatchObject({ attempts: 3, solved: 2 })
    expect(costs.input_tokens).toEqual({ total: 200, per_solved: 200, unknown: 1 })
    expect(costs.model_calls).toEqual({ total: 4, per_solved: 4, unknown: 1 })
    expect(costs.tool_calls).toEqual({ total: 9, per_solved: 4.5, unknown: 0 })
    expect(costs.duration_ms).toEqual({ total: 200, per_solved: 200, unknown: 1 })
  })

  it('claims nothing where nothing is known or solved', () => {
    const costs = costsOf([{ solved: false, calls: 2 }])
    expect(costs.output_tokens).toEqual({ total: null, per_solved: null, unknown: 1 })
    expect(costs.tool_calls).toEqual({ total: 2, per_solved: null, unknown: 0 })
  })
})

interface PublishedBoard {
  rows: { delta: number }[]
  averages: { segment: string; delta: number }[]
}

describeWithShared('the published leaderboard', 'comptoolbench', () => {
  it('has every published row and mean, with the column L0 - L3 as it was published', () => {
    const { rows, averages }: PublishedBoard = JSON.parse(readSharedText('comptoolbench/leaderboard.json'))
    expect(PUBLISHED_ROWS).toEqual(rows.map(({ delta: level_drop, ...row }) => ({ ...row, level_drop })))
    const groups = ['all', 'cloud', 'local']
    expect(PUBLISHED_AVERAGES).toEqual(
      averages.map(({ segment: _, delta: level_drop, ...mean }, i) => ({
        ...mean,
        group: groups[i],
        level_drop,
      })),
    )
  })
})
