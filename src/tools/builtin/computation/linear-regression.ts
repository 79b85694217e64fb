import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { drawPairedSeries } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { pairedSums } from './paired-sums.ts'

const DECIMALS = 6

export const linearRegression = defineBuiltIn({
  name: 'linear_regression',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Straight line y = slope * x + intercept that fits points best by least squares, and the share of the variance that it explains, all to 6 decimals. The x values must not all be equal. For the strength of a relation alone use correlation.',
  input: (z) => ({
    x: field(z.array(z.number()), 'numbers', 'x of each point, at least two.'),
    y: field(z.array(z.number()), 'numbers', 'y of each point, as many as x.'),
  }),
  output: (z) => ({
    slope: field(z.number(), 'number', 'Change of y for one more of x.'),
    intercept: field(z.number(), 'number', 'y at x = 0.'),
    r_squared: field(z.number(), 'number', 'Explained share, 0 to 1; 1 where all y are equal.'),
  }),
  run({ x, y }) {
    const { meanX, meanY, sxx, sxy, syy } = pairedSums(x, y)
    refuseIf(sxx === 0, 'x', 'must not be constant')
    const slope = sxy / sxx
    const line = {
      slope: round(slope, DECIMALS),
      intercept: round(meanY - slope * meanX, DECIMALS),
      r_squared: syy === 0 ? 1 : round((sxy * sxy) / (sxx * syy), DECIMALS),
    }
    refuseIf(
      !Object.values(line).every(Number.isFinite),
      'x',
      'and "y" are too large or too small for a line',
    )
    return line
  },
  drawArguments: drawPairedSeries,
})
