import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigure } from '../../../generate/pools/figure-lists.ts'

/** Ranges, and the decimals that leave four digits or more and still change the number: none stands for two. */
const SCALES = [
  [12, 98, undefined],
  [12, 98, 3],
  [101, 989, undefined],
  [101, 989, 1],
  [1001, 9989, 0],
  [1001, 9989, 1],
] as const

export const roundNumber = definePhrases({
  tool: 'round_number',
  draw(rng) {
    const [least, most, decimals] = rng.pick(SCALES)
    return { value: drawFigure(rng, least, most, 6), ...(decimals === undefined ? {} : { decimals }) }
  },
  asks: [
    'round {value} with the usual settings[, except that the number of decimals to keep is {decimals}]',
    'round off {value}[; the number of decimals is {decimals}]; change no other setting',
    'get {value} correctly rounded[, with {decimals} as the number of decimals], and leave the settings at their defaults otherwise',
    'work out the rounded form of {value}, everything at its default[ but the number of decimals, which is {decimals}]',
  ],
  outputs: { '/rounded': 'rounded figure' },
  answers: [{ at: ['/rounded'], gives: 'the rounded number' }],
})
