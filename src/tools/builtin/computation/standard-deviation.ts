import { refuseIf } from '../../../schema/tool-error.ts'
import { round, sum } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 6

export const standardDeviation = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ values: z.array(z.number()) }),
  output: (z) => ({ mean: z.number(), std_dev: z.number(), variance: z.number() }),
  run({ values }) {
    refuseIf(values.length < 2, 'values', 'must hold at least two numbers')
    const mean = sum(values) / values.length
    const variance = sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1)
    refuseIf(!Number.isFinite(variance), 'values', 'are too large for their variance')
    return {
      mean: round(mean, DECIMALS),
      std_dev: round(Math.sqrt(variance), DECIMALS),
      variance: round(variance, DECIMALS),
    }
  },
})
