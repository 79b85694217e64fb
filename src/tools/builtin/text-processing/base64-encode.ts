import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { drawVolumeTitle } from '../../content/pools/addresses.ts'
import { drawMessage, drawStory } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { hasLoneSurrogate } from './patterns.ts'

export const base64Encode = defineBuiltIn({
  name: 'base64_encode',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Encodes a text, in UTF-8, as Base64 with the standard alphabet and "=" padding. It hides nothing: anyone can decode it. For text that goes into a web address use URL encoding.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to encode.'),
  }),
  output: (z) => ({
    encoded: field(z.string(), 'base64', 'The text in Base64, for example "SGk=" for "Hi".'),
  }),
  run({ text }) {
    refuseIf(hasLoneSurrogate(text), 'text', 'holds half of a surrogate pair, which UTF-8 cannot carry')
    return { encoded: Buffer.from(text, 'utf8').toString('base64') }
  },
  drawArguments: (rng) => ({
    text: rng.pick([drawMessage, drawVolumeTitle, (own: typeof rng) => drawStory(own, 1)])(rng),
  }),
})
