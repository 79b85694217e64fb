import { expect, it } from 'vitest'
import { readFromAnswers } from '../../../src/adapters/model-answers.ts'

it('counts what models say, and nothing where they say none or NaN', () => {
  const answers = [
    { calls: ['a'], input: 3, output: 4, model: 'n' },
    { calls: [] },
    { calls: ['b', 'c'], input: Number.NaN, output: 5, model: 'm' },
  ]
  expect(readFromAnswers(answers)).toEqual({
    turns: [['a'], [], ['b', 'c']],
    usage: { input_tokens: 3, output_tokens: 9, model_calls: 3 },
    models: ['m', 'n'],
  })
})
