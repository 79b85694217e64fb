import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { drawMisspelt } from '../../../generate/pools/misspelt-sentences.ts'

export const spellCheck = definePhrases({
  tool: 'spell_check',
  draw(rng) {
    const misspelt = drawMisspelt(rng, rng.int(1, 3))
    return { text: rng.int(0, 1) === 0 ? misspelt : `${drawMessage(rng)} ${misspelt}` }
  },
  asks: [
    'check {text} for misspelt words',
    'find the spelling mistakes in {text}',
    'proofread {text} for spelling',
    'look for words in {text} that are spelt wrong, and for how they should be spelt',
    'correct the spelling of {text}',
  ],
  outputs: {
    '/corrected_text': 'corrected text',
    '/corrections/0/correction': 'first word in its right spelling',
    '/corrections/0/original': 'first misspelt word',
    '/error_count': 'number of misspelt words',
  },
  answers: [
    { at: ['/corrected_text'], gives: 'the corrected text, word for word' },
    {
      at: ['/error_count', '/corrections/0/correction'],
      gives: 'the number of misspelt words, then the first of them in its right spelling',
    },
    {
      at: ['/corrections/0/position', '/error_count'],
      gives: 'the number of characters before the first misspelt word, then the number of misspelt words',
    },
  ],
})
