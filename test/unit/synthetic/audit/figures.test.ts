import { describe, expect, it } from 'vitest'
import { type AgreementOutcome, agreementOf } from '../../../../src/synthetic/audit/agreement.ts'
import type { JudgmentCategory } from '../../../../src/synthetic/audit/category.ts'
import { judgmentCategoryOf } from '../../../../src/synthetic/audit/category.ts'
import { JUDGMENTS } from '../../../../src/synthetic/audit/judgment.ts'
import { readPublishedResponse } from '../../../../src/synthetic/audit/read-published-response.ts'
import { reliabilityOf } from '../../../../src/synthetic/audit/reliability.ts'
import { STRESS_KINDS } from '../../../../src/synthetic/audit/stress/stress-test.ts'

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('reliabilityOf', () => {
  const of = (right: number, wrong: number, unknown = 0) =>
    reliabilityOf('t', [
      ...times<JudgmentCategory>(right, 'success_1'),
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

  it('counts what cannot be judged among the calls and not among the correct', () => {
    expect(of(4, 0, 4)).toMatchObject({ tests: 8, correct: 4, kept: false, categories: { unknown: 4 } })
  })
})

describe('categoryOf', () => {
  it('gives each kind a success and a failure, and all that is unknown one', () => {
    const all = STRESS_KINDS.flatMap((kind) =>
      JUDGMENTS.map((judgment) => judgmentCategoryOf(kind, judgment)),
    )
    expect(new Set(all).size).toBe(7)
    expect(judgmentCategoryOf('constraint', 'should_error_got_success')).toBe('failure_2')
  })
})

describe('agreementOf', () => {
  const outcome = (family: string, due: 'PASS' | 'FAIL', got: 'PASS' | 'FAIL'): AgreementOutcome => ({
    family,
    due,
    got,
  })

  it('needs 183 correct calls without a false refusal to bound them at 2 %', () => {
    const upper = (count: number) => agreementOf(times(count, outcome('known', 'PASS', 'PASS'))).falseFail
    expect(upper(183).enough).toBe(true)
    expect(upper(182).enough).toBe(false)
    expect(upper(0).upper).toBe(1)
  })

  it('judges each family by itself', () => {
    const { families, ok } = agreementOf([
      ...times(9, outcome('range', 'FAIL', 'FAIL')),
      outcome('range', 'FAIL', 'PASS'),
      ...times(8, outcome('format', 'FAIL', 'FAIL')),
      ...times(2, outcome('format', 'FAIL', 'PASS')),
    ])
    expect(families.map(({ family, enough }) => [family, enough])).toEqual([
      ['format', false],
      ['range', true],
    ])
    expect(ok).toBe(false)
  })
})

describe('readPublishedResponse', () => {
  it('reads both stages, with bare, fenced and wrapped JSON', () => {
    const head = 'Status: PASS\nStatus Code: 200\nError Message: null\nTool call response:\n'
    const json = '{"tool_call": {"parameters": {}}, "return_data": {"n": 1}}'
    for (const body of [json, `\`\`\`json\n${json}\n\`\`\``, `Here it is:\n${json}\nDone.`])
      expect(readPublishedResponse(head + body)).toEqual({
        status: 'PASS',
        code: 200,
        message: null,
        output: { n: 1 },
      })
  })

  it('reads a refusal, a text in place of JSON, one stage, and nothing else', () => {
    expect(
      readPublishedResponse('Status: FAIL\nStatus Code: 400\nError Message: Unknown parameter: x.'),
    ).toEqual({
      status: 'FAIL',
      code: 400,
      message: 'Unknown parameter: x.',
      output: null,
    })
    expect(
      readPublishedResponse(
        'Status: PASS\nStatus Code: 200\nError Message: null\nTool call response:\nError: gone',
      ).output,
    ).toBe('Error: gone')
    expect(readPublishedResponse('Status Code: 200\nResponse: {"n": 2}\nExplanation: it is so')).toEqual({
      status: 'PASS',
      code: 200,
      message: null,
      output: { n: 2 },
    })
    expect(() => readPublishedResponse('all is well')).toThrow(/no status/)
  })
})
