import { expect, it } from 'vitest'
import { summedUsage } from '../../../src/adapters/summed-usage.ts'

it('counts what models say, and nothing where they say none or NaN', () => {
  expect(summedUsage([{ input: 3, output: 4 }, {}, { input: Number.NaN, output: 5 }])).toEqual({
    input_tokens: 3,
    output_tokens: 9,
    model_calls: 3,
  })
})
