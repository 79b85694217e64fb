import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { TEXTS } from '../../../generate/pools/texts.ts'

export const encryptText = definePhrases({
  tool: 'encrypt_text',
  draw: (rng) => ({
    text: rng.pick([rng.pick(TEXTS), drawMessage(rng)]),
    method: rng.pick(['aes256', 'rsa']),
  }),
  asks: [
    'encrypt {text} by the method {method}',
    'turn {text} into cipher text with {method}',
    'use {method} to encrypt {text}',
    'make {text} unreadable to others by {method} encryption',
    'get me {text} in encrypted form; the method to use is {method}',
  ],
  outputs: {
    '/encrypted': 'cipher text in Base64',
    '/original_length': 'number of characters before encryption',
  },
  answers: [
    { at: ['/encrypted'], gives: 'the cipher text in Base64' },
    {
      at: ['/original_length', '/encrypted'],
      gives: 'the number of characters before encryption, then the cipher text in Base64',
    },
  ],
})
