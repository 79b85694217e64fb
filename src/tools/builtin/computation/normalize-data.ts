import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 6

export const normalizeData = defineBuiltIn({
  effect: 'read',
  capability: 'transform-data',
  input: (z) => ({ values: z.array(z.number()) }),
  output: (z) => ({ normalized: z.array(z.number()), min_val: z.number(), max_val: z.number() }),
  run({ values }) {
    refuseIf(values.length === 0, 'values', 'must hold at least one number')
    const min_val = values.reduce((a, b) => Math.min(a, b))
    const max_val = values.reduce((a, b) => Math.max(a, b))
    const range = max_val - min_val
    refuseIf(!Number.isFinite(range), 'values', 'are too far apart')
    const normalized = values.map((value) => (range === 0 ? 0 : round((value - min_val) / range, DECIMALS)))
    return { normalized, min_val, max_val }
  },
})
