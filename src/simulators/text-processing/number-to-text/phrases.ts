import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

export const numberToText = definePhrases({
  tool: 'number_to_text',
  draw: (rng) => ({
    number: rng.pick([
      () => rng.int(1201, 9_899_999),
      () => -rng.int(121, 98_999),
      () => rng.decimal(20.1, 9800, 2),
      () => rng.decimal(1.1, 99, 3),
    ])(),
  }),
  asks: [
    'spell out {number} in English words',
    'write {number} in words',
    'put {number} into words, as on a cheque',
    'find out how {number} is said in English',
    'get me {number} in words rather than in digits',
  ],
  outputs: { '/text': 'number in words' },
  answers: [{ at: ['/text'], gives: 'the number in words, exactly as it came out' }],
})
