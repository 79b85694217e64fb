import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawPairedSeries } from '../../../generate/pools/paired-series.ts'

export const correlation = definePhrases({
  tool: 'correlation',
  ownValues: ['x', 'y'],
  draw: drawPairedSeries,
  asks: [
    'find how closely the series x, {x}, goes along with the series y, {y}, by their Pearson coefficient',
    'compute how x ({x}) and y ({y}) correlate',
    'take {x} as x and {y} as y, and work out the Pearson coefficient of the two',
    'measure how strongly the figures {x} (x) and the figures {y} (y) are correlated',
    'get the Pearson coefficient for x = {x} and y = {y}',
  ],
  outputs: {
    '/correlation': 'Pearson coefficient',
    '/interpretation': 'strength and direction of the relation in words',
  },
  answers: [
    { at: ['/correlation'], gives: 'the coefficient, signed and with all its decimals' },
    {
      at: ['/correlation', '/interpretation'],
      gives:
        'the coefficient, signed and with all its decimals, then its strength and direction in the words that came with it',
    },
  ],
})
