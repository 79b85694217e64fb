import { refuseIf } from '../../../schema/tool-error.ts'
import { drawFigure } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const clampValue = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ value: z.number(), min_val: z.number(), max_val: z.number() }),
  output: (z) => ({ clamped: z.number(), was_clamped: z.boolean() }),
  run({ value, min_val, max_val }) {
    refuseIf(min_val > max_val, 'min_val', 'must not be above "max_val"')
    const clamped = Math.max(min_val, Math.min(value, max_val))
    return { clamped, was_clamped: clamped !== value }
  },
  drawArguments: (rng) => ({
    value: drawFigure(rng, 11, 990, 3),
    min_val: drawFigure(rng, 140, 390, 3),
    max_val: drawFigure(rng, 410, 820, 3),
  }),
})
