import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const minMax = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ numbers: z.array(z.number()) }),
  output: (z) => ({ min: z.number(), max: z.number(), range: z.number() }),
  run({ numbers }) {
    refuseIf(numbers.length === 0, 'numbers', 'must hold at least one number')
    const min = numbers.reduce((a, b) => Math.min(a, b))
    const max = numbers.reduce((a, b) => Math.max(a, b))
    const range = round(max - min, 6)
    refuseIf(!Number.isFinite(range), 'numbers', 'are too far apart')
    return { min, max, range }
  },
})
