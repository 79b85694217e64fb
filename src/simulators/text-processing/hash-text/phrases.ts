import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'
import { drawVolumeTitle } from '../../../generate/pools/work-titles.ts'

export const hashText = definePhrases({
  tool: 'hash_text',
  draw: (rng) => ({
    text: rng.int(0, 2) === 0 ? drawVolumeTitle(rng) : drawStory(rng, 1),
    algorithm: rng.pick(['md5', 'sha256', 'sha512']),
  }),
  asks: [
    'compute the {algorithm} digest of {text}',
    'take a fingerprint of {text} with {algorithm}',
    'hash {text} with {algorithm}',
    'get me the {algorithm} hash of {text}, with nothing added to it or taken off',
    'run {algorithm} over {text} and note the digest',
  ],
  outputs: { '/hash': 'digest in hex' },
  answers: [
    { at: ['/hash'], gives: 'the digest in lower-case hexadecimal digits' },
    {
      at: [{ at: '/hash', via: [{ cut: 16 }] }],
      gives: 'the first 16 hexadecimal digits of the digest, in lower case',
    },
  ],
})
