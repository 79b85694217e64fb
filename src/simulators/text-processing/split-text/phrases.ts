import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawItems } from '../../../generate/pools/item-lists.ts'

const DELIMITERS = [';', '|', '#', '~', '+', '::', '--', '//', '=>', '*'] as const

export const splitText = definePhrases({
  tool: 'split_text',
  draw(rng) {
    const delimiter = rng.pick(DELIMITERS)
    return { text: drawItems(rng, rng.int(3, 7)).join(delimiter), delimiter }
  },
  asks: [
    'split {text} at every {delimiter}',
    'cut {text} into parts wherever {delimiter} stands',
    'take {text} apart, with {delimiter} as the separator',
    'use {delimiter} as the separator and split up {text}',
    'divide {text} into the parts that {delimiter} separates',
  ],
  outputs: {
    '/parts': 'list of parts',
    '/parts/0': 'first part',
    '/parts/1': 'second part',
    '/count': 'number of parts',
  },
  answers: [
    {
      at: [{ at: '/parts', via: [{ join: ' + ' }] }],
      gives: 'all parts in their order, with a plus sign between them',
    },
    {
      at: [{ at: '/parts', via: ['json', 'upper'] }, '/count'],
      gives: 'all parts as a JSON array in capital letters, then how many there are',
    },
  ],

  ownValues: ['text', 'delimiter'],
})
