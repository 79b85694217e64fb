import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import {
  diagnose,
  formatCallsCanonically,
  verifyAttempt,
  verifyCausally,
} from '../../../../src/synthetic/environment/verifiers.ts'
import { attemptOf, desk, RESERVE, RESERVED, TWICE, validTask } from './glaze-desk.ts'

const [reserve, confirm] = RESERVED as [[string, JsonObject], [string, JsonObject]]
const causal = (...calls: [string, JsonObject][]) => verifyCausally(attemptOf(...calls), RESERVE.task, desk)

describe('the causal verifier', () => {
  it('accepts the golden calls, and prudent reads between', () => {
    expect(causal(reserve, confirm).correct).toBe(true)
    expect(diagnose(attemptOf(reserve, confirm), RESERVE.task, desk)).toEqual([])
    expect(causal(reserve, ['Find_Glaze', { colour: 'tenmoku' }], confirm).correct).toBe(true)
  })

  it('accepts values that flow in the fork of the attempt, written out', () => {
    const { trace } = causal(reserve)
    const made = trace.calls[0]?.result as JsonObject
    expect(causal(reserve, ['Confirm_Reservation', made]).correct).toBe(true)
  })

  const id = { $from: 'call_1', at: '/reservation_id' }
  const swapped = { reservation_id: { $from: 'call_1', at: '/code' }, code: id }
  const reads = Array.from({ length: 11 }, (): [string, JsonObject] => ['Find_Glaze', { colour: 'celadon' }])

  /** What is wrong with the calls, its cause, and where it names a place, the place. */
  it.each<[string, [string, JsonObject][], string, object?]>([
    ['a missing call', [reserve], 'missing-call', { at: 'step_2', tool: 'Confirm_Reservation' }],
    ['a wrong argument', [['Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 3 }], confirm], 'wrong-argument'],
    [
      'an argument too many',
      [['Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 2, note: 'x' }], confirm],
      'wrong-argument',
    ],
    ['an order that cannot be', [confirm, reserve], 'fabricated'],
    [
      'a write too many',
      [reserve, confirm, ['Set_Status', { glaze_id: 'GLZ-002', status: 'low' }]],
      'unneeded-write',
      { at: 'call_3', tool: 'Set_Status' },
    ],
    ['a golden write twice', [reserve, confirm, reserve], 'unneeded-write'],
    ['values from swapped places', [reserve, ['Confirm_Reservation', swapped]], 'wrong-source'],
    [
      'a right id with a made-up code',
      [reserve, ['Confirm_Reservation', { reservation_id: id, code: 'code_1' }]],
      'fabricated',
      { kind: 'wrong-argument', at: 'step_2', pointer: '/code', actual: 'code_1' },
    ],
    ['a tool that nobody has', [['Reserve', {}], confirm], 'hallucinated-tool'],
    ['nothing', [], 'gave-up'],
    ['reads beyond the allowance', [reserve, confirm, ...reads], 'over-budget', { kind: 'too-many-reads' }],
  ])('rejects %s', (_, calls, cause, finding) => {
    const { correct, score } = causal(...calls)
    expect(correct).toBe(false)
    expect(score.cause).toBe(cause)
    const findings = diagnose(attemptOf(...calls), RESERVE.task, desk)
    if (finding !== undefined) expect(findings).toMatchObject([{ kind: cause, ...finding }])
  })

  it('rejects an order that no dependency forbids but that leaves the world otherwise', () => {
    const [first, second] = TWICE.task.expected_trace.steps.map((step): [string, JsonObject] => [
      step.tool_name,
      step.arguments,
    ]) as [[string, JsonObject], [string, JsonObject]]
    expect(verifyCausally(attemptOf(first, second), TWICE.task, desk).correct).toBe(true)
    const reversed = verifyCausally(attemptOf(second, first), TWICE.task, desk)
    expect(reversed).toMatchObject({
      correct: false,
      score: { solved: true },
      end: 'end state: shop:glazes GLZ-001: /status is "retired", expected "tested"',
    })
    // Calls that are alike are paired whatever their order, and the order alone is named.
    const kindsIn = (task: typeof TWICE.task) =>
      new Set(diagnose(attemptOf(second, first), task, desk).map(({ kind }) => kind))
    expect(kindsIn(TWICE.task)).toEqual(new Set(['end-state']))
    const steps = TWICE.task.expected_trace.steps.map((step, i) => ({
      ...step,
      depends_on: i === 0 ? [] : ['step_1'],
    }))
    expect(kindsIn({ ...TWICE.task, expected_trace: { steps } })).toEqual(new Set(['wrong-order']))
  })

  it('takes an end state with a value that the task leaves open', () => {
    const open = validTask([
      {
        step_id: 'step_1',
        tool_name: 'Set_Status',
        arguments: { glaze_id: 'GLZ-001', status: { $oneOf: ['low', 'scarce'] } },
        depends_on: [],
      },
    ])
    const verdictOn = (status: string): boolean =>
      verifyCausally(attemptOf(['Set_Status', { glaze_id: 'GLZ-001', status }]), open.task, desk).correct
    expect([verdictOn('low'), verdictOn('scarce'), verdictOn('gone')]).toEqual([true, true, false])
  })

  it('takes records in the order in which they were made', () => {
    const two = validTask(
      ['GLZ-001', 'GLZ-002'].map((glaze_id, i) => ({
        step_id: `step_${i + 1}`,
        tool_name: 'Reserve_Glaze',
        arguments: { glaze_id, kg: 1 },
        depends_on: [],
      })),
    )
    const calls: [string, JsonObject][] = [
      ['Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 1 }],
      ['Reserve_Glaze', { glaze_id: 'GLZ-001', kg: 1 }],
    ]
    expect(verifyCausally(attemptOf(...calls), two.task, desk).correct).toBe(true)
  })

  it('accepts as many reads as are allowed', () => {
    expect(causal(reserve, confirm, ...reads.slice(1)).correct).toBe(true)
  })
})

describe('the verifiers by text', () => {
  const spray: [string, JsonObject][] = [
    ...['GLZ-001', 'GLZ-002', 'GLZ-003'].map((glaze_id): [string, JsonObject] => [
      'Reserve_Glaze',
      { glaze_id, kg: 2 },
    ]),
    [
      'Confirm_Reservation',
      { reservation_id: { $from: 'call_2', at: '/reservation_id' }, code: { $from: 'call_2', at: '/code' } },
    ],
  ]

  it('let a spray pass by the paper alone', () => {
    const verdicts = (['causal', 'repo', 'paper'] as const).map(
      (verifier) => verifyAttempt(attemptOf(...spray), RESERVE.task, desk, verifier).correct,
    )
    expect(verdicts).toEqual([false, false, true])
  })

  it('accept the golden calls and reject less', () => {
    for (const verifier of ['repo', 'paper'] as const) {
      expect(verifyAttempt(attemptOf(reserve, confirm), RESERVE.task, desk, verifier).correct).toBe(true)
      expect(verifyAttempt(attemptOf(reserve), RESERVE.task, desk, verifier).correct).toBe(false)
    }
  })

  it('compare calls whose names no text of a call could have', () => {
    const call = { tool_name: 'look-up', arguments: { 'order-id': 'A, 1)' } }
    const [form] = formatCallsCanonically([call])
    expect(form).toBe('{"name":"look-up","parameters":{"order-id":"\\"a,1)\\""}}')
    expect(formatCallsCanonically([{ ...call, arguments: { 'order-id': 'A 2' } }])).not.toEqual([form])
  })
})
