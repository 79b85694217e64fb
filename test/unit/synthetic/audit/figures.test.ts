import { describe, expect, it } from 'vitest'
import { JUDGMENTS, STRESS_KINDS } from '../../../../src/synthetic/audit/judgment.ts'
import {
  categorizeJudgment,
  computeReliability,
  type JudgmentCategory,
} from '../../../../src/synthetic/audit/reliability.ts'

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('computeReliability', () => {
  const of = (right: number, wrong: number, unknown = 0) =>
    computeReliability('t', [
      ...times<JudgmentCategory>(right, 'success_3'),
      ...times<JudgmentCategory>(wrong, 'failure_2'),
      ...times<JudgmentCategory>(unknown, 'unknown'),
    ])

  it('keeps one wrong answer of nine or ten and not two, and nothing below four calls', () => {
    expect([of(9, 1), of(8, 1), of(4, 0)].map(({ kept }) => kept)).toEqual([true, true, true])
    expect([of(8, 2), of(7, 2), of(3, 0), of(0, 0)].map(({ kept }) => kept)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(of(9, 1).interval.low).toBeCloseTo(0.596, 3)
    expect(of(8, 2).interval.low).toBeCloseTo(0.49, 3)
  })

  it('counts only what was checked, and says how much was not', () => {
    expect(of(4, 0, 4)).toMatchObject({ tests: 4, correct: 4, categories: { unknown: 4 } })
    expect(of(0, 0, 4)).toMatchObject({ tests: 0, reliability: 0, kept: false })
  })
})

it('categoryOf gives each kind a success and a failure, and all that is unknown one', () => {
  const all = STRESS_KINDS.flatMap((kind) => JUDGMENTS.map((judgment) => categorizeJudgment(kind, judgment)))
  expect(new Set(all).size).toBe(7)
  expect(categorizeJudgment('constraint', 'should_error_got_success')).toBe('failure_2')
})
