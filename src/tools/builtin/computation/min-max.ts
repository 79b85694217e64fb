import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { drawFigures } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const minMax = defineBuiltIn({
  name: 'min_max',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Smallest and largest of a list of numbers and the distance between the two, to 6 decimals. The list must not be empty. For mean, median, deviation or sum use statistical_analysis.',
  input: (z) => ({
    numbers: field(z.array(z.number()), 'numbers', 'Numbers to look through, at least one.'),
  }),
  output: (z) => ({
    min: field(z.number(), 'number', 'Smallest number.'),
    max: field(z.number(), 'number', 'Largest number.'),
    range: field(z.number(), 'number', 'Largest minus smallest.'),
  }),
  run({ numbers }) {
    refuseIf(numbers.length === 0, 'numbers', 'must hold at least one number')
    const min = numbers.reduce((a, b) => Math.min(a, b))
    const max = numbers.reduce((a, b) => Math.max(a, b))
    const range = round(max - min, 6)
    refuseIf(!Number.isFinite(range), 'numbers', 'are too far apart')
    // Adding 0 turns -0, which JSON has no use for, into 0.
    return { min: min + 0, max: max + 0, range }
  },
  drawArguments: (rng) => ({ numbers: drawFigures(rng) }),
})
