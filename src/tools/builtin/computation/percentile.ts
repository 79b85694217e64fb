import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 4

export const percentile = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ values: z.array(z.number()), value: z.number() }),
  output: (z) => ({ percentile: z.number() }),
  run({ values, value }) {
    refuseIf(values.length === 0, 'values', 'must hold at least one number')
    const count = values.filter((other) => other <= value).length
    return { percentile: round((count / values.length) * 100, DECIMALS) }
  },
})
