import { refuseIf } from '../../../schema/tool-error.ts'
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
})
