import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigures } from '../../../generate/pools/figure-lists.ts'

export const normalizeData = definePhrases({
  tool: 'normalize_data',
  draw: (rng) => ({ values: drawFigures(rng) }),
  asks: [
    'scale {values} to the range from 0 to 1',
    'normalise {values} so that the smallest becomes 0 and the largest 1',
    'map {values} linearly onto the span from 0 to 1',
    'bring {values} onto a scale on which the lowest is 0 and the highest is 1',
  ],
  outputs: {
    '/normalized': 'list of scaled values',
    '/normalized/0': 'first scaled value',
    '/min_val': 'smallest of the values',
    '/max_val': 'largest of the values',
  },
  answers: [
    {
      at: ['/normalized/0', '/normalized/1', '/normalized/2'],
      gives: 'what the first three values became, in their order and with all decimals',
    },
    {
      at: ['/normalized/1', '/normalized/2', '/normalized/3', '/normalized/4'],
      gives: 'what the second, third, fourth and fifth value became, with all decimals',
    },
  ],
})
