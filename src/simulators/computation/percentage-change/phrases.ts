import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigure } from '../../../generate/pools/figure-lists.ts'

export const percentageChange = definePhrases({
  tool: 'percentage_change',
  draw(rng) {
    const [old_value = 0, new_value = 0] = rng.shuffle([
      drawFigure(rng, 20, 390, 2),
      drawFigure(rng, 410, 990, 2),
    ])
    return { old_value, new_value }
  },
  asks: [
    'compute the change in percent from {old_value} to {new_value}',
    'take {old_value} as the old value and {new_value} as the new one, and work out the change in percent',
    'find by how many percent a figure changed that went from {old_value} to {new_value}',
    'tell how a figure that was {old_value} before and is {new_value} now has changed in percent',
    'express the step from {old_value} (before) to {new_value} (after) as a percentage of the former',
  ],
  outputs: { '/change_percent': 'change in percent', '/direction': 'direction of the change' },
  answers: [
    { at: ['/change_percent'], gives: 'the change in percent, signed and with all its decimals' },
    {
      at: ['/direction', '/change_percent'],
      gives: 'increase or decrease, then the change in percent, signed and with all its decimals',
    },
  ],
})
