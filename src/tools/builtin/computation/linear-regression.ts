import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { sumPairs } from './paired-sums.ts'

const DECIMALS = 6

export const linearRegression = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ x: z.array(z.number()), y: z.array(z.number()) }),
  output: (z) => ({ slope: z.number(), intercept: z.number(), r_squared: z.number() }),
  run({ x, y }) {
    const { meanX, meanY, sxx, sxy, syy } = sumPairs(x, y)
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
})
