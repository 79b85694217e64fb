import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigure } from '../../../generate/pools/figure-lists.ts'

export const clampValue = definePhrases({
  tool: 'clamp_value',
  ownValues: ['value', 'min_val', 'max_val'],
  draw: (rng) => ({
    value: drawFigure(rng, 11, 990, 3),
    min_val: drawFigure(rng, 140, 390, 3),
    max_val: drawFigure(rng, 410, 820, 3),
  }),
  asks: [
    'bring {value} into the range from {min_val} to {max_val}',
    'limit {value} to no less than {min_val} and no more than {max_val}',
    'clamp the reading {value}, with {min_val} as the lower bound and {max_val} as the upper bound',
    'keep {value} within the bounds {min_val} (lowest) and {max_val} (highest)',
    'cut {value} off at {min_val} below and at {max_val} above, and note whether that changes it',
  ],
  outputs: { '/clamped': 'limited number' },
  answers: [
    {
      at: [{ at: '', via: ['json'] }],
      gives:
        'the outcome as a JSON object without any blanks: clamped with the limited number, then was_clamped with true or false',
    },
  ],
})
