import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigures } from '../../../generate/pools/figure-lists.ts'

export const standardDeviation = definePhrases({
  tool: 'standard_deviation',
  draw: (rng) => ({ values: drawFigures(rng, 6, 9) }),
  asks: [
    'take {values} as a sample and find how far it scatters about its mean',
    'compute the sample standard deviation of {values}',
    'work out mean, variance and standard deviation of {values}, taken as a sample',
    'measure the spread of {values} by the sample variance and the standard deviation',
  ],
  outputs: { '/std_dev': 'standard deviation', '/mean': 'mean', '/variance': 'variance' },
  answers: [
    { at: ['/std_dev'], gives: 'the sample standard deviation with all its decimals' },
    { at: ['/variance'], gives: 'the sample variance with all its decimals' },
    {
      at: ['/mean', '/std_dev'],
      gives: 'the mean, then the sample standard deviation, both with all decimals',
    },
  ],
})
