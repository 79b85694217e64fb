import { describe, expect, it } from 'vitest'
import { readReply } from '../../../../src/run/attempt/read-reply.ts'
import { describeThrown } from '../../../../src/shared/errors.ts'
import type { Json } from '../../../../src/shared/json.ts'
import { parseJson } from '../../../../src/shared/parse-json.ts'
import { findTool, makeTestAttempt } from '../../../support/attempts.ts'

const nested = (levels: number): Json => {
  let value: Json = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
const LOOP: Json[] = []
LOOP.push(LOOP)

it.each<[unknown, object]>([
  ['Done.', { answer: 'Done.' }],
  [undefined, {}],
  [null, {}],
  [{}, {}],
  [
    { answer: null, messages: [], usage: { model_calls: 0 } },
    { messages: [], usage: { model_calls: 0 } },
  ],
  [
    { messages: null, turns: null, models: null, usage: { input_tokens: null, output_tokens: 2 } },
    { usage: { output_tokens: 2 } },
  ],
  [{ answer: 'x', usage: null }, { answer: 'x' }],
  [
    { answer: 'x', note: 1 },
    { answer: 'x', note: 1 },
  ],
])('reads %j', (given, reply) => expect(readReply(given)).toEqual(reply))

it.each<[unknown, RegExp]>([
  [42, /a number: expected a text/],
  [['Done.'], /an array: expected a text/],
  [{ answer: 3 }, /its answer is a number: expected a text, an object or a list/],
  [{ text: 'Done.' }, /an object with text: expected a text, or an object with answer/],
  [{ messages: {} }, /messages are an object/],
  [{ turns: ['call_1'] }, /its turns are not arrays of call ids/],
  [{ models: 'gpt' }, /models are not an array/],
  [{ usage: { input_tokens: -5000 } }, /input_tokens of its usage is -5000: expected a whole number/],
  [{ usage: { output_tokens: Number.NaN } }, /output_tokens of its usage is NaN/],
])('refuses %j', (given, message) => expect(() => readReply(given)).toThrow(message))

it.each<[string, () => unknown, RegExp]>([
  [
    'nested too deeply',
    () => nested(231),
    /reply of the agent: the answer is nested deeper than 230 levels\.$/,
  ],
  ['nested very deeply', () => nested(20_000), /the answer is nested deeper than 230 levels\.$/],
  ['that holds itself', () => LOOP, /the answer holds itself\.$/],
  ['with a BigInt', () => ({ big: 1n }), /the answer cannot be written as JSON: .*BigInt/],
])('refuses an answer %s', (_, answer, message) =>
  expect(() => readReply({ answer: answer() })).toThrow(message),
)

it('is what an attempt fails by', async () => {
  const { trace } = await makeTestAttempt(async () => ({ answer: 3 }) as never)
  expect(trace.failure).toContain('Failed to read the reply of the agent: its answer is a number')
  expect(trace.final_answer).toBeNull()
})

describe.each(['http', 'direct'] as const)('what an agent gives over %s', (wire) => {
  it.each<[string, () => Json, string | undefined]>([
    ['nested to the limit', () => nested(229), undefined],
    ['nested deeper', () => nested(230), 'is nested deeper than 230 levels'],
    ['nested very deeply', () => nested(5_000), 'is nested deeper than 230 levels'],
    ['a list that holds itself', () => LOOP, 'holds itself'],
  ])('as an argument, %s, leaves a trace that can be read', async (_, to, problem) => {
    const { trace } = await makeTestAttempt(
      async (request) => void (await findTool(request, 'send_email').invoke({ to: to() })),
      { wire },
    )
    expect(trace.calls).toMatchObject([{ status: 400, arguments: problem === undefined ? { to: to() } : {} }])
    if (problem !== undefined) expect(trace.failure).toContain(`an argument ${problem}`)
    expect(() => parseJson(JSON.stringify({ run: { cases: [{ attempts: [{ trace }] }] } }))).not.toThrow()
  })
})

it('what an agent throws need not be JSON', async () => {
  const { trace } = await makeTestAttempt(async () => {
    throw new Error('broken', { cause: nested(20_000) })
  })
  expect(trace).toMatchObject({
    failure: 'broken',
    exceptions: [{}, { message: expect.stringContaining('cannot be written as JSON') }],
  })
  expect(describeThrown(LOOP)).toBe('a thrown object that cannot be written as JSON')
})
