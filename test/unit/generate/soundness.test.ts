import { describe, expect, test } from 'vitest'
import { isSound } from '../../../src/generate/soundness.ts'
import type { Task } from '../../../src/schema/task.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'

const taskOf = (calls: [tool: string, args: JsonObject][], answer: Json, prompt = 'Do it.'): Task => ({
  task_id: 't',
  level: 'L1_chain',
  prompt,
  available_tools: calls.map(([tool]) => tool),
  expected_trace: {
    steps: calls.map(([tool_name, args], i) => ({
      step_id: `step_${i + 1}`,
      tool_name,
      arguments: args,
      depends_on: i === 0 ? [] : [`step_${i}`],
    })),
  },
  expected_final_answer: answer,
  world: { seed: 5 },
})
const first = (at: string): JsonObject => ({ $from: 'step_1', at })

describe('isSound', () => {
  test('takes a task whose calls succeed and whose answer is evidence', () => {
    expect(isSound(taskOf([['dns_lookup', { domain: 'a.example' }]], first('/ip_address')))).toBe(true)
  })

  test('refuses a call that does not succeed', () => {
    const convert = { value: 1, from_unit: 'km', to_unit: 'kg' }
    expect(isSound(taskOf([['unit_convert', convert]], first('/converted_value')))).toBe(false)
  })

  test('refuses a pointer that leads nowhere', () => {
    expect(isSound(taskOf([['dns_lookup', { domain: 'a.example' }]], first('/owner')))).toBe(false)
  })

  test('refuses an answer that the prompt gives away', () => {
    const answer = first('/converted')
    const calls: [string, JsonObject][] = [['case_convert', { text: 'a word', target_case: 'snake' }]]
    expect(isSound(taskOf(calls, answer, 'Rewrite "a word".'))).toBe(true)
    expect(isSound(taskOf(calls, answer, 'Rewrite "a word" as a_word.'))).toBe(false)
  })

  test('refuses an answer of under ten bits', () => {
    expect(isSound(taskOf([['is_business_day', { date: '2030-01-07' }]], first('/is_business_day')))).toBe(
      false,
    )
  })

  test('refuses a selection that two candidates tie for', () => {
    const rate = { from_currency: 'USD', to_currency: 'EUR', amount: 120.5 }
    const scores = [first('/converted_amount'), { $from: 'step_2', at: '/converted_amount' }]
    const pick = { $pick: 'max', of: scores, give: scores }
    const calls = (amount: number): [string, JsonObject][] => [
      ['get_exchange_rate', rate],
      ['get_exchange_rate', { ...rate, amount }],
    ]
    expect(isSound(taskOf(calls(240.5), pick))).toBe(true)
    expect(isSound(taskOf(calls(120.9), pick))).toBe(false)
  })
})
