import { createHash } from 'node:crypto'
import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { drawVolumeTitle } from '../../content/pools/addresses.ts'
import { drawStory } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { hasLoneSurrogate } from './patterns.ts'

export const hashText = defineBuiltIn({
  name: 'hash_text',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Computes the MD5, SHA-256 or SHA-512 digest of a text in UTF-8, as lower-case hexadecimal digits. A digest cannot be turned back into the text; for a reversible form use an encoding or encryption tool.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to digest, taken as it is.'),
    algorithm: field(z.enum(['md5', 'sha256', 'sha512']), 'enum', 'Digest to compute.'),
  }),
  output: (z) => ({
    hash: field(z.string(), 'hash', 'Digest in hex: 32, 64 or 128 digits.'),
    algorithm: field(z.enum(['md5', 'sha256', 'sha512']), 'enum', 'Digest that was computed.'),
  }),
  run({ text, algorithm }) {
    refuseIf(hasLoneSurrogate(text), 'text', 'holds half of a surrogate pair, which UTF-8 cannot carry')
    return { hash: createHash(algorithm).update(text, 'utf8').digest('hex'), algorithm }
  },
  drawArguments: (rng) => ({
    text: rng.int(0, 2) === 0 ? drawVolumeTitle(rng) : drawStory(rng, 1),
    algorithm: rng.pick(['md5', 'sha256', 'sha512']),
  }),
})
