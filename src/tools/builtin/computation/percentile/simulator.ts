import { field } from '../../../../schema/semantic.ts'
import { unprocessable } from '../../../../schema/tool-error.ts'
import { round } from '../../../../shared/python/number.ts'
import { defineBuiltIn } from '../../../define-built-in.ts'

const DECIMALS = 4

export const percentile = defineBuiltIn({
  name: 'percentile',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Percentile rank of a value within a list: how many percent of the numbers are not larger than it, from 0 to 100, to 4 decimals. It goes from a value to a rank, not from a rank to a value. For the median or the extremes use statistical_analysis.',
  input: (z) =>
    z.strictObject({
      values: field(z.array(z.number()), 'numbers', 'Numbers to rank within, at least one, in any order.'),
      value: field(z.number(), 'number', 'Value to rank; it need not be one of them.'),
    }),
  output: (z) =>
    z.strictObject({
      percentile: field(z.number(), 'percent', 'Rank, 0 to 100.'),
    }),
  run({ values, value }) {
    if (values.length === 0) throw unprocessable('values', '"values" must hold at least one number')
    const count = values.filter((other) => other <= value).length
    return { percentile: round((count / values.length) * 100, DECIMALS) }
  },
})
