import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'
import { drawVolumeTitle } from '../../../generate/pools/work-titles.ts'

export const base64Decode = definePhrases({
  tool: 'base64_decode',
  draw(rng) {
    const text = rng.pick([drawMessage, drawVolumeTitle, (own: typeof rng) => drawStory(own, 1)])(rng)
    return { encoded: Buffer.from(text, 'utf8').toString('base64') }
  },
  asks: [
    'turn {encoded} back from Base64 into readable text',
    'decode {encoded}, which is Base64',
    'find out which text {encoded} stands for in Base64',
    'undo the Base64 encoding of {encoded}',
    'read {encoded} as Base64 and get me the text behind it',
  ],
  outputs: { '/decoded': 'decoded text' },
  answers: [
    { at: ['/decoded'], gives: 'the decoded text, word for word' },
    {
      at: [{ at: '/decoded', via: ['upper'] }],
      gives: 'the decoded text in capital letters, otherwise word for word',
    },
  ],
})
