import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawVolumeTitle, drawWorkTitle } from '../../../generate/pools/work-titles.ts'

export const encodeUrl = definePhrases({
  tool: 'encode_url',
  draw(rng) {
    const text = rng.pick([
      () => `${drawWorkTitle(rng)} (${rng.int(1890, 2024)})`,
      () => `${drawVolumeTitle(rng)} & ${rng.pick(['Map', 'Index', 'Café Guide', 'Song Sheet'])}`,
      () => `${drawWorkTitle(rng)}: ${rng.int(2, 99)}% off?`,
    ])()
    return rng.int(0, 1) === 0
      ? { text, action: 'encode' }
      : { text: encodeURIComponent(text), action: 'decode' }
  },
  asks: [
    'take {text} and {action} it by the rules of percent-encoding for URLs',
    'use percent-encoding on {text}, with {action} as the action',
    'follow the URL rules for percent escapes and {action} {text}',
    'put {text} through URL percent-encoding in the direction {action}',
    'apply the {action} step of percent-encoding, as URLs have it, to {text}',
  ],
  outputs: { '/result': 'resulting text' },
  answers: [{ at: ['/result'], gives: 'the resulting text, exactly as it came out' }],
})
