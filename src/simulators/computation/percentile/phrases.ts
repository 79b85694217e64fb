import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigure, drawFigures } from '../../../generate/pools/figure-lists.ts'

/** Lengths by which no share comes out even. */
const LENGTHS = [7, 9, 11, 13] as const

export const percentile = definePhrases({
  tool: 'percentile',
  ownValues: ['values', 'value'],
  draw(rng) {
    const count = rng.pick(LENGTHS)
    const values = drawFigures(rng, count, count)
    const [least = 0, ...rest] = values.toSorted((a, b) => a - b)
    const inside = rest.slice(0, -1)
    const value = rng.int(0, 1) === 0 ? rng.pick(inside) : drawFigure(rng, least, inside.at(-1) ?? least, 2)
    return { values, value }
  },
  asks: [
    'find out how many percent of the numbers {values} are not larger than {value}',
    'work out the percent rank of {value} within {values}, from 0 to 100',
    'rank {value} among the figures {values} by the percentage of them that lies at or below it',
    'take {values} and say what share of them, in percent, is at most {value}',
  ],
  outputs: { '/percentile': 'percent rank' },
  answers: [{ at: ['/percentile'], gives: 'the percentage with all its decimals' }],
})
