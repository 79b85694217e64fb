import { expect, it } from 'vitest'
import { readReply } from '../../../../src/run/attempt/read-reply.ts'
import { attemptOf } from '../../../support/attempts.ts'

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

it('is what an attempt fails by', async () => {
  const { trace } = await attemptOf(async () => ({ answer: 3 }) as never)
  expect(trace.failure).toContain('Failed to read the reply of the agent: its answer is a number')
  expect(trace.final_answer).toBeNull()
})
