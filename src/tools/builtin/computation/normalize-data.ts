import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { drawFigures } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 6

export const normalizeData = defineBuiltIn({
  name: 'normalize_data',
  category: 'computation',
  effect: 'read',
  capability: 'transform-data',
  description:
    'Scales a list of numbers to the range from 0 to 1: the smallest becomes 0, the largest 1, the others lie between in proportion, to 6 decimals. Where all are equal all become 0. To keep one number within bounds use clamp_value.',
  input: (z) => ({
    values: field(z.array(z.number()), 'numbers', 'Numbers to scale, at least one.'),
  }),
  output: (z) => ({
    normalized: field(z.array(z.number()), 'numbers', 'The scaled numbers in the same order.'),
    min_val: field(z.number(), 'number', 'Smallest number, the one that became 0.'),
    max_val: field(z.number(), 'number', 'Largest number, the one that became 1.'),
  }),
  run({ values }) {
    refuseIf(values.length === 0, 'values', 'must hold at least one number')
    const min_val = values.reduce((a, b) => Math.min(a, b))
    const max_val = values.reduce((a, b) => Math.max(a, b))
    const range = max_val - min_val
    refuseIf(!Number.isFinite(range), 'values', 'are too far apart')
    const normalized = values.map((value) => (range === 0 ? 0 : round((value - min_val) / range, DECIMALS)))
    return { normalized, min_val, max_val }
  },
  drawArguments: (rng) => ({ values: drawFigures(rng) }),
})
