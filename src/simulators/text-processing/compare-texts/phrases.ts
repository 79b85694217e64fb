import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawTwinNotes } from '../../../generate/pools/twin-notes.ts'

export const compareTexts = definePhrases({
  tool: 'compare_texts',
  draw(rng) {
    const [text1, text2] = drawTwinNotes(rng)
    return { text1, text2 }
  },
  asks: [
    'compare the words of {text1} as the first text with those of {text2} as the second text',
    'work out which words {text1}, the first text, and {text2}, the second text, have in common and how many they do not share',
    'hold {text1} (first text) against {text2} (second text) and count the words in common and the words of one text only',
    'take {text1} as the first text and {text2} as the second one and compare their vocabularies in detail',
    'look at how far the vocabulary of {text1}, text one, and that of {text2}, text two, overlap, with counts for both',
  ],
  outputs: {
    '/similarity_score': 'similarity score of the two texts',
    '/common_words_count': 'number of words in common',
    '/text1_unique_words': 'number of words that only the first text has',
    '/text2_unique_words': 'number of words that only the second text has',
    '/common_keywords': 'list of words in common',
  },
  answers: [
    {
      at: ['/common_words_count', '/text1_unique_words'],
      gives:
        'the number of different words that occur in both texts, then the number of different words in the first text only',
    },
    {
      at: ['/text1_unique_words', '/text2_unique_words'],
      gives:
        'the number of different words in the first text only, then the number of those in the second text only',
    },
    {
      at: ['/similarity_score', '/common_words_count'],
      gives:
        'the similarity score with all its decimals, then the number of different words that occur in both texts',
    },
    {
      at: ['/text1_length', '/text2_length', '/common_words_count'],
      gives:
        'the lengths of the first and of the second text in characters, then the number of different words that occur in both',
    },
  ],
})
