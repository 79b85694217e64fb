import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { drawFigure } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const clampValue = defineBuiltIn({
  name: 'clamp_value',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Keeps a number within two bounds: below the lower one it becomes that, above the upper one that, otherwise it stays. Says whether it changed. To scale a whole list to a range use normalize_data.',
  input: (z) => ({
    value: field(z.number(), 'number', 'Number to keep within the bounds.'),
    min_val: field(z.number(), 'number', 'Lower bound, itself allowed.'),
    max_val: field(z.number(), 'number', 'Upper bound, itself allowed; not below the lower one.'),
  }),
  output: (z) => ({
    clamped: field(z.number(), 'number', 'The number within the bounds.'),
    was_clamped: field(z.boolean(), 'boolean', 'True where the number was outside.'),
  }),
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
