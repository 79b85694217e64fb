import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawTwinNotes } from '../../../generate/pools/twin-notes.ts'

export const textSimilarity = definePhrases({
  tool: 'text_similarity',
  draw(rng) {
    const [text1, text2] = drawTwinNotes(rng)
    return { text1, text2 }
  },
  asks: [
    'score how similar {text1} as the first text and {text2} as the second text are in their words, from 0 to 1',
    'get one similarity score from 0 to 1 for {text1} (first text) and {text2} (second text)',
    'rate on a scale from 0 to 1 how alike the wording of {text1}, text one, and of {text2}, text two, is',
    'work out the similarity of {text1}, the first text, to {text2}, the second one, as one number up to 1',
    'put a number from 0 to 1 on the likeness in words of {text1} (first text) and {text2} (second text)',
  ],
  outputs: { '/similarity': 'similarity of the two texts' },
  answers: [{ at: ['/similarity'], gives: 'the similarity with all its decimals' }],
})
