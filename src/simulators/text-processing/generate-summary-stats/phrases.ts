import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'

export const generateSummaryStats = definePhrases({
  tool: 'generate_summary_stats',
  draw: (rng) => ({ text: drawStory(rng, rng.int(2, 5)) }),
  asks: [
    'work out how hard {text} is to read, with its average word length and reading time',
    'get me the readability figures of {text}',
    'measure the readability of {text}: complexity, reading time and average length of its words',
    'check how complex {text} is and how long its words are on average',
    'assess {text} by its complexity score, average word length and reading time',
  ],
  outputs: {
    '/complexity_score': 'complexity score',
    '/avg_word_length': 'average length of a word',
    '/word_count': 'number of words',
    '/reading_time_seconds': 'reading time in seconds',
  },
  answers: [
    {
      at: ['/word_count', '/avg_word_length'],
      gives: 'the number of words, then their average length with all its decimals',
    },
    {
      at: ['/reading_time_seconds', '/complexity_score'],
      gives: 'the reading time in seconds, then the complexity score with all its decimals',
    },
  ],
})
