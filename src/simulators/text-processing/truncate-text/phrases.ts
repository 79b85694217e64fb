import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'

const SUFFIXES = [' (cut)', ' [more]', '--', ' >>', '~', ' [continued]', ' etc.', ' (abridged)'] as const

export const truncateText = definePhrases({
  tool: 'truncate_text',
  draw: (rng) => ({
    text: drawStory(rng, rng.int(2, 3)),
    max_length: rng.int(24, 70),
    ...(rng.int(0, 1) === 0 ? {} : { suffix: rng.pick(SUFFIXES) }),
  }),
  asks: [
    'cut {text} to {max_length} characters in all[, with {suffix} at the end of what is left]',
    'shorten {text} so that it has no more than {max_length} characters[, {suffix} included, which is to mark the cut]',
    'trim {text} to a length of {max_length} characters at most[, marking the cut with {suffix}]',
    'limit {text} to {max_length} characters, the mark at its end included[, and use {suffix} as that mark]',
    'make {text} fit into {max_length} characters by cutting it off[, with {suffix} as the suffix]',
  ],
  outputs: { '/truncated': 'shortened text' },
  answers: [{ at: ['/truncated'], gives: 'the shortened text, mark included, exactly as it came out' }],
})
