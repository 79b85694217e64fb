import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { sumPairs } from './paired-sums.ts'

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
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ x: z.array(z.number()), y: z.array(z.number()) }),
  output: (z) => ({ correlation: z.number(), interpretation: z.string() }),
  run({ x, y }) {
    const { sxx, sxy, syy } = sumPairs(x, y)
    refuseIf(sxx === 0, 'x', 'must not be constant')
    refuseIf(syy === 0, 'y', 'must not be constant')
    const r = round(sxy / (Math.sqrt(sxx) * Math.sqrt(syy)), DECIMALS)
    refuseIf(!Number.isFinite(r), 'x', 'and "y" are too large for their correlation')
    return { correlation: r, interpretation: interpret(r) }
  },
})
