import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'

export const wordCount = definePhrases({
  tool: 'word_count',
  draw: (rng) => ({ text: drawStory(rng, rng.int(1, 5)) }),
  asks: [
    'count the words and characters of {text}',
    'find out how many words and characters there are in {text}',
    'measure the length of {text} in words and in characters',
    'work out how long {text} is, counted in words, characters and sentences',
    'get me a count of words, characters and sentences for {text}',
  ],
  outputs: {
    '/words': 'number of words',
    '/characters': 'number of characters',
    '/sentences': 'number of sentences',
  },
  answers: [
    {
      at: ['/words', '/characters'],
      gives: 'the number of words, then the number of characters, blanks included',
    },
    {
      at: ['/characters', '/sentences'],
      gives: 'the number of characters, blanks included, then the number of sentences',
    },
    {
      at: ['/sentences', '/words', '/characters'],
      gives: 'the number of sentences, then that of words, then that of characters, blanks included',
    },
  ],
})
