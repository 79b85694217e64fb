import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { drawFigure } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

/** Ranges, and the decimals that leave four digits or more and still change the number: none stands for two. */
const SCALES = [
  [12, 98, undefined],
  [12, 98, 3],
  [101, 989, undefined],
  [101, 989, 1],
  [1001, 9989, 0],
  [1001, 9989, 1],
] as const

export const roundNumber = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ value: z.number(), decimals: z.int().default(2) }),
  output: (z) => ({ rounded: z.number() }),
  run({ value, decimals }) {
    refuseIf(decimals < 0, 'decimals', 'must be 0 or more')
    // Adding 0 turns -0, which JSON has no use for, into 0.
    return { rounded: round(value, decimals) + 0 }
  },
  drawArguments(rng) {
    const [least, most, decimals] = rng.pick(SCALES)
    return { value: drawFigure(rng, least, most, 6), ...(decimals === undefined ? {} : { decimals }) }
  },
})
