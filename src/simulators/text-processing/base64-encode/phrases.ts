import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'
import { drawVolumeTitle } from '../../../generate/pools/work-titles.ts'

export const base64Encode = definePhrases({
  tool: 'base64_encode',
  draw: (rng) => ({
    text: rng.pick([drawMessage, drawVolumeTitle, (own: typeof rng) => drawStory(own, 1)])(rng),
  }),
  asks: [
    'encode {text} as Base64',
    'get me the Base64 form of {text}, with nothing added and nothing left out',
    'put {text} into Base64 for a channel that takes nothing else',
    'convert {text} to Base64 with the standard alphabet',
    'write {text} in Base64',
  ],
  outputs: { '/encoded': 'Base64 form' },
  answers: [{ at: ['/encoded'], gives: 'the Base64 text, padding included' }],
})
