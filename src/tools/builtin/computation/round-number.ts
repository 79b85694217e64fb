import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const roundNumber = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ value: z.number(), decimals: z.int().default(2) }),
  output: (z) => ({ rounded: z.number() }),
  run({ value, decimals }) {
    refuseIf(decimals < 0, 'decimals', 'must be 0 or more')
    return { rounded: round(value, decimals) }
  },
})
