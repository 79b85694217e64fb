import { refuseIf } from '../../../schema/tool-error.ts'
import { round, sum } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 4
/** Each window is summed by itself, as its rounding depends on that: this many additions take a moment. */
const MAX_ADDITIONS = 20_000_000

export const movingAverage = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ values: z.array(z.number()), window: z.int() }),
  output: (z) => ({ averages: z.array(z.number()) }),
  run({ values, window }) {
    refuseIf(window < 1, 'window', 'must be 1 or more')
    const count = values.length - window + 1
    refuseIf(count < 1, 'window', `must not exceed the number of values, ${values.length}`)
    refuseIf(
      count * window > MAX_ADDITIONS,
      'window',
      `is too large for ${values.length} values: it may be at most ${MAX_ADDITIONS} divided by the number of windows`,
    )
    const averages = Array.from({ length: count }, (_, i) =>
      round(sum(values.slice(i, i + window)) / window, DECIMALS),
    )
    refuseIf(!averages.every(Number.isFinite), 'values', 'are too large to be added')
    return { averages }
  },
})
