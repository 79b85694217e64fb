import { field } from '../../../schema/semantic.ts'
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
  name: 'round_number',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Rounds a number to a count of decimals, 2 if none is given. Ties go to the even neighbour, and the binary value decides what a tie is: 2.5 becomes 2 and 2.675 becomes 2.67. It returns a number; for text with separators or a currency sign use format_number.',
  input: (z) => ({
    value: field(z.number(), 'number', 'Number to round.'),
    decimals: field(z.int().default(2), 'count', 'Decimals to keep, 0 or more.'),
  }),
  output: (z) => ({
    rounded: field(z.number(), 'number', 'The rounded number.'),
  }),
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
