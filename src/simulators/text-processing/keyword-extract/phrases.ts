import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawHeadlines } from '../../../generate/pools/chain-headlines.ts'

export const keywordExtract = definePhrases({
  tool: 'keyword_extract',
  draw: (rng) => ({
    text: drawHeadlines(rng),
    ...(rng.int(0, 2) === 0 ? {} : { max_keywords: rng.pick([2, 3, 4, 6, 7, 8]) }),
  }),
  asks: [
    'find the keywords of {text}[, {max_keywords} of them at most]',
    'pick the words that {text} uses most often, small filler words aside[, stopping at {max_keywords} words]',
    'rank the keywords in {text} by frequency[ and keep the top {max_keywords}]',
    'draw up a list[ of at most {max_keywords}] of the most frequent keywords in {text}',
    'say what {text} is about by its most frequent words[, limited to {max_keywords}]',
  ],
  outputs: {
    '/keywords/0': 'top keyword',
    '/keywords/1': 'second keyword',
    '/keywords': 'list of keywords',
  },
  answers: [
    { at: ['/keywords/0'], gives: 'the most frequent keyword in small letters' },
    {
      at: ['/keywords/0', '/keywords/1'],
      gives: 'the first two keywords in the order found, in small letters',
    },
    { at: ['/keywords/1'], gives: 'the second of the keywords in the order found, in small letters' },
  ],
})
