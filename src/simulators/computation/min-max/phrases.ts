import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigures } from '../../../generate/pools/figure-lists.ts'

export const minMax = definePhrases({
  tool: 'min_max',
  draw: (rng) => ({ numbers: drawFigures(rng) }),
  asks: [
    'find the smallest and the largest of {numbers}, and how far they are apart',
    'look at {numbers} and get minimum, maximum and range',
    'work out the range of {numbers}, from the smallest to the largest',
    'find the extremes of {numbers} and the distance between the two',
    'take {numbers}, see between which bounds they lie, and measure how wide that span is',
  ],
  outputs: {
    '/range': 'distance between smallest and largest',
    '/min': 'smallest number',
    '/max': 'largest number',
  },
  answers: [{ at: ['/range'], gives: 'the largest number minus the smallest, unrounded' }],
})
