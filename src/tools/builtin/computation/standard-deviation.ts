import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { round, sum } from '../../../shared/python/number.ts'
import { drawFigures } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 6

export const standardDeviation = defineBuiltIn({
  name: 'standard_deviation',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Mean, sample variance and sample standard deviation (divisor n - 1) of a list of numbers, to 6 decimals. Takes two numbers or more. For median, extremes or sum as well use statistical_analysis.',
  input: (z) => ({
    values: field(z.array(z.number()), 'numbers', 'Numbers to measure, at least two.'),
  }),
  output: (z) => ({
    mean: field(z.number(), 'number', 'Arithmetic mean.'),
    std_dev: field(z.number(), 'number', 'Sample standard deviation, the root of the variance.'),
    variance: field(z.number(), 'number', 'Sample variance.'),
  }),
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
  drawArguments: (rng) => ({ values: drawFigures(rng, 6, 9) }),
})
