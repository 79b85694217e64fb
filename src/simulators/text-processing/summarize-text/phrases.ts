import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'

export const summarizeText = definePhrases({
  tool: 'summarize_text',
  draw: (rng) => ({
    text: drawStory(rng, rng.int(5, 7)),
    ...(rng.int(0, 2) === 0 ? {} : { max_sentences: rng.pick([1, 2, 4]) }),
  }),
  asks: [
    'shorten {text} to its opening sentences[, {max_sentences} at most]',
    'summarize {text} by whole sentences[ and keep no more than {max_sentences}]',
    'boil {text} down to a summary[, with {max_sentences} as the limit in sentences]',
    'make a short version of {text} out of its first sentences[ (limit: {max_sentences})]',
    'get me a summary of {text}[ that has {max_sentences} as its largest number of sentences]',
  ],
  outputs: {
    '/summary': 'summary',
    '/summary_length': 'length of the summary in characters',
    '/compression_ratio': 'compression ratio of the summary',
    '/original_length': 'length of the text in characters',
  },
  answers: [
    {
      at: ['/original_length', '/summary_length'],
      gives: 'the length of the whole text, then that of the summary, both in characters',
    },
    {
      at: ['/summary_length', '/compression_ratio'],
      gives:
        'the length of the summary in characters, then that length divided by the length of the text, to 2 decimals',
    },
  ],
})
