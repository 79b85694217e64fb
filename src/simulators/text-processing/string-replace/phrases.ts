import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawSwap } from '../../../generate/pools/swap-sentences.ts'

export const stringReplace = definePhrases({
  tool: 'string_replace',
  draw: drawSwap,
  asks: [
    'replace every occurrence of {old} with {new} in {text}',
    'go through {text} and put {new} wherever it has {old}',
    'take {text} and change each {old} in it to {new}',
    'find {old} in {text} and put {new} in its place each time',
    'in {text}, substitute {new} for {old} at all places',
  ],
  outputs: { '/result': 'changed text', '/replacements': 'number of places changed' },
  answers: [
    { at: ['/result'], gives: 'the changed text, word for word' },
    {
      at: ['/replacements', '/result'],
      gives: 'the number of places that were changed, then the changed text, word for word',
    },
  ],
  ownValues: ['text', 'old'],
})
