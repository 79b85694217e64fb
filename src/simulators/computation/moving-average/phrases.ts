import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigures } from '../../../generate/pools/figure-lists.ts'

export const movingAverage = definePhrases({
  tool: 'moving_average',
  draw: (rng) => ({ values: drawFigures(rng, 7, 9), window: rng.int(3, 5) }),
  asks: [
    'smooth {values} by a simple moving average over {window} values at a time',
    'compute the moving average of {values} with a window of {window}',
    'take the mean of each run of {window} neighbours in {values}',
    'work out the moving average of {values}; each window holds {window} values',
  ],
  outputs: {
    '/averages': 'list of moving averages',
    '/averages/0': 'first moving average',
    '/averages/1': 'second moving average',
  },
  answers: [
    { at: ['/averages/0', '/averages/1'], gives: 'the first average, then the second, both unrounded' },
    { at: ['/averages/2'], gives: 'the third average from the left, unrounded' },
    {
      at: ['/averages/0', '/averages/1', '/averages/2'],
      gives: 'the first three averages from left to right, unrounded',
    },
  ],
})
