import { expect, it } from 'vitest'
import { ATTACK_GOALS, ATTACKS } from '../../../src/schema/injection.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { traceSchema } from '../../../src/schema/trace.ts'
import { Redactor } from '../../../src/shared/redact/redactor.ts'
import { createTraceRedactor, redactTrace } from '../../../src/trace/redact-trace.ts'

const KEY = 'sk-planted-0001-planted'
const trace = (text: string): Trace => ({
  task_id: 't',
  calls: [
    {
      id: 'call_1',
      tool_name: text,
      arguments: { a: text, [text]: [{ deep: text }], card: 4111111111111111 },
      status: 400,
      result: { text },
      error: { code: 'x', message: text },
      exceptions: [{ name: 'Error', message: text, frames: [text] }],
      started: 0,
      ended: 1,
    },
  ],
  final_answer: text,
  expected: {
    prompt: text,
    expected_trace: { steps: [{ arguments: { [text]: text } }] },
  },
  failure: text,
  exceptions: [{ name: 'Error', message: text, frames: [] }],
  refused: [text],
  late: [text],
  agent: text,
  models: [text],
  conversation: [{ role: 'user', content: text }],
  attacks: [
    { attack: ATTACKS[0], goal: ATTACK_GOALS[0], in: 'result', tool_name: text, was: text, canary: 'word' },
  ],
  attempt: 0,
})

it('masks every text of a trace, which stays one', () => {
  const planted = trace(KEY)
  const clean = redactTrace(planted, createTraceRedactor(planted))
  expect(JSON.stringify(clean)).not.toMatch(/planted|4111/)
  expect(traceSchema().safeParse(clean).success).toBe(true)
  expect(planted).toEqual(trace(KEY))
})

it('leaves a trace without secrets, and what the prompt says, as they are', () => {
  const plain = { ...trace('plain'), calls: [] }
  expect(redactTrace(plain, createTraceRedactor(plain))).toBe(plain)
  const asked = { ...trace(KEY), calls: [] }
  expect(redactTrace(asked, createTraceRedactor(asked, `Use ${KEY}.`))).toBe(asked)
})

it('gives the values under names of secrets, deep, and none of a few characters', () => {
  const redactor = new Redactor(['secretive'], [], { byName: false })
  const value = {
    secretive: ['long enough', { x: 12345 }, 'abc', null],
    other: 'not this',
    password: 'nor this',
  }
  expect(redactor.listNamedValues(value)).toEqual(['long enough', '12345'])
})
