import { createHash } from 'node:crypto'
import { field } from '../../../schema/semantic.ts'
import { dumps } from '../../../shared/python/json.ts'
import { length } from '../../../shared/python/text.ts'
import { TEXTS } from '../../content/pools/lists.ts'
import { drawMessage } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const METHODS = ['aes256', 'rsa'] as const

export const encryptText = defineBuiltIn({
  name: 'encrypt_text',
  category: 'communication',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Encrypts a text by a named method and returns the cipher text in Base64, always 44 characters, with the lengths before and after. Equal texts give equal cipher texts, and there is no way back. For a fingerprint in hex use a hash, for a reversible encoding Base64.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to encrypt.'),
    method: field(z.enum(METHODS), 'enum', 'Name of the method.'),
  }),
  output: (z) => ({
    encrypted: field(z.string(), 'base64', 'Cipher text in Base64.'),
    method: field(z.enum(METHODS), 'enum', 'Name of the method.'),
    original_length: field(z.int(), 'count', 'Characters of the text.'),
    encrypted_length: field(z.int(), 'count', 'Characters of the cipher text.'),
  }),
  run({ text, method }) {
    // The published cipher text is a digest.
    const encrypted = createHash('sha256').update(dumps({ method, text }, true)).digest('base64')
    return { encrypted, method, original_length: length(text), encrypted_length: encrypted.length }
  },
  drawArguments: (rng) => ({
    text: rng.pick([rng.pick(TEXTS), drawMessage(rng)]),
    method: rng.pick(['aes256', 'rsa']),
  }),
})
