import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { FOREIGN_TEXTS } from '../../../generate/pools/dag-foreign-texts.ts'

const SENTENCES = Object.values(FOREIGN_TEXTS)

export const detectLanguage = definePhrases({
  tool: 'detect_language',
  draw: (rng) => ({ text: rng.sample(rng.pick(SENTENCES), rng.int(1, 3)).join(' ') }),
  asks: [
    'find out which language {text} is written in',
    'identify the language of {text}',
    'tell what language {text} is in and how sure that is',
    'determine the language that somebody used for {text}',
    'check in which language {text} was written',
  ],
  outputs: {
    '/language': 'name of the language',
    '/language_code': 'code of the language',
    '/confidence': 'confidence in the language',
  },
  answers: [
    { at: ['/language'], gives: 'the English name of the language' },
    {
      at: ['/language', '/confidence'],
      gives: 'the English name of the language, then the confidence as a number with all its decimals',
    },
    { at: ['/language_code'], gives: 'the two-letter code of the language' },
    {
      at: ['/confidence', '/language_code'],
      gives: 'the confidence as a number with all its decimals, then the two-letter code of the language',
    },
  ],
})
