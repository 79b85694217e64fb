import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'
import { EVENTS } from '../../../generate/pools/titles.ts'
import type { Rng } from '../../../shared/rng.ts'

const TEXTS: readonly (readonly [method: string, text: (rng: Rng) => string])[] = [
  ['word', (rng) => drawStory(rng, 1)],
  ['sentence', (rng) => drawStory(rng, rng.int(2, 4))],
  ['character', (rng) => `${rng.pick(EVENTS)} ${rng.int(2, 990)}`],
]

export const tokenizeText = definePhrases({
  tool: 'tokenize_text',
  draw(rng) {
    const [method, text] = rng.pick(TEXTS)
    return { text: text(rng), method }
  },
  asks: [
    'break {text} into pieces of one {method} each',
    'cut {text} up so that each piece is one {method}',
    'list the pieces of {text}, taking one {method} at a time',
    'split up {text} with the {method} as the unit',
    'tokenize {text}, one {method} making one token',
  ],
  outputs: {
    '/tokens': 'list of pieces',
    '/count': 'number of pieces',
  },
  answers: [
    {
      at: ['/count', { at: '/tokens/1', via: ['upper'] }],
      gives: 'the number of pieces, then the second of them in capital letters',
    },
    {
      at: [{ at: '/tokens', via: [{ join: '|' }] }],
      gives: 'all pieces in order, with a vertical bar and no blank between every two of them',
    },
  ],
})
