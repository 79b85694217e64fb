import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const percentageChange = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ old_value: z.number(), new_value: z.number() }),
  output: (z) => ({ change_percent: z.number(), direction: z.enum(['increase', 'decrease', 'unchanged']) }),
  run({ old_value, new_value }) {
    refuseIf(old_value === 0, 'old_value', 'must not be 0')
    const percent = ((new_value - old_value) / Math.abs(old_value)) * 100
    refuseIf(!Number.isFinite(percent), 'new_value', 'is too far from "old_value" to be compared with it')
    const direction: 'increase' | 'decrease' | 'unchanged' =
      percent > 0 ? 'increase' : percent < 0 ? 'decrease' : 'unchanged'
    return { change_percent: round(percent, 4), direction }
  },
})
