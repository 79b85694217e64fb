import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawNumberPhrase } from '../../../generate/pools/number-phrases.ts'

export const textToNumber = definePhrases({
  tool: 'text_to_number',
  draw: (rng) => ({ text: drawNumberPhrase(rng) }),
  asks: [
    'convert {text} to a number in digits',
    'read {text} as a number',
    'find out which number {text} stands for',
    'turn {text} into a plain number that can be calculated with',
    'write {text} in digits only',
  ],
  outputs: { '/number': 'number in digits' },
  answers: [
    { at: ['/number'], gives: 'the whole number in digits, with a minus sign where it is below zero' },
  ],
})
