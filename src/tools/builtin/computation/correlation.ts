import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { drawPairedSeries } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { pairedSums } from './paired-sums.ts'

const DECIMALS = 6
const STRENGTHS = [
  [0.9, 'very strong'],
  [0.7, 'strong'],
  [0.5, 'moderate'],
  [0.3, 'weak'],
] as const

function interpret(r: number): string {
  const strength = STRENGTHS.find(([least]) => Math.abs(r) >= least)?.[1] ?? 'very weak'
  const direction = r > 0 ? 'positive' : r < 0 ? 'negative' : 'no'
  return `${strength} ${direction} correlation`
}

export const correlation = defineBuiltIn({
  name: 'correlation',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Pearson correlation coefficient of two series of equal length, from -1 to 1, to 6 decimals, with its strength and direction in words. Neither series may be constant. For the line that fits the points use linear_regression.',
  input: (z) => ({
    x: field(z.array(z.number()), 'numbers', 'First series, at least two numbers.'),
    y: field(z.array(z.number()), 'numbers', 'Second series, as long as the first.'),
  }),
  output: (z) => ({
    correlation: field(z.number(), 'number', 'Coefficient, -1 to 1.'),
    interpretation: field(z.string(), 'label', 'In words, for example "moderate negative correlation".'),
  }),
  run({ x, y }) {
    const { sxx, sxy, syy } = pairedSums(x, y)
    refuseIf(sxx === 0, 'x', 'must not be constant')
    refuseIf(syy === 0, 'y', 'must not be constant')
    const r = round(sxy / (Math.sqrt(sxx) * Math.sqrt(syy)), DECIMALS)
    refuseIf(!Number.isFinite(r), 'x', 'and "y" are too large for their correlation')
    return { correlation: r, interpretation: interpret(r) }
  },
  drawArguments: drawPairedSeries,
})
