import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { diagnose } from '../../../../src/synthetic/environment/verifiers.ts'
import { attemptOf, desk, RESERVE, RESERVED, TWICE } from './glaze-desk.ts'

const [reserve, confirm] = RESERVED as [[string, JsonObject], [string, JsonObject]]
const found = (...calls: [string, JsonObject][]) => diagnose(attemptOf(...calls), RESERVE.task, desk)

describe('what is wrong with an attempt', () => {
  it('is nothing where it is correct', () => {
    expect(found(reserve, confirm)).toEqual([])
  })

  it('names the call that is missing', () => {
    expect(found(reserve)).toMatchObject([
      { kind: 'missing-call', at: 'step_2', tool: 'Confirm_Reservation' },
    ])
  })

  it('names the argument that differs', () => {
    const id = { $from: 'call_1', at: '/reservation_id' }
    expect(found(reserve, ['Confirm_Reservation', { reservation_id: id, code: 'abc' }])).toMatchObject([
      { kind: 'wrong-argument', at: 'step_2', pointer: '/code', actual: 'abc' },
    ])
  })

  it('names the write that nothing needs', () => {
    expect(found(reserve, confirm, ['Set_Status', { glaze_id: 'GLZ-001', status: 'low' }])).toMatchObject([
      { kind: 'unneeded-write', at: 'call_3', tool: 'Set_Status' },
    ])
  })

  it('names reads beyond the allowance', () => {
    const reads = Array.from({ length: 11 }, (): [string, JsonObject] => [
      'Find_Glaze',
      { colour: 'celadon' },
    ])
    expect(found(reserve, confirm, ...reads)).toMatchObject([{ kind: 'too-many-reads' }])
  })

  it('pairs calls that are alike, whatever their order, and names the order alone', () => {
    const ordered = {
      ...TWICE.task,
      expected_trace: {
        steps: TWICE.task.expected_trace.steps.map((step, i) => ({
          ...step,
          depends_on: i === 0 ? [] : ['step_1'],
        })),
      },
    }
    const calls = ordered.expected_trace.steps.map((step): [string, JsonObject] => [
      step.tool_name,
      step.arguments,
    ])
    const kinds = (task: typeof ordered) =>
      diagnose(attemptOf(...calls.reverse()), task, desk).map(({ kind }) => kind)
    expect(new Set(kinds(ordered))).toEqual(new Set(['wrong-order']))
    calls.reverse()
    expect(kinds({ ...TWICE.task })).toEqual(['end-state'])
  })
})
