import { drawSwap } from '../../pools/swap-sentences.ts'
import { definePhrases } from '../phrases.ts'

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
