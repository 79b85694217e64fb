import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { drawSearch } from '../../pools/chain-searches.ts'

const PLACES = ['first', 'second', 'third']
/** What snippets speak of: every snippet of every world has more words of one of these than of any other. */
const KINDS = [
  'review of documents',
  'report for the readers',
  'notes on hours of work',
  'set of data in rows',
  'thread of votes',
]

export const searchClassify = definePattern({
  key: 'search_classify',
  name: 'retrieve-classify',
  level: 'L1_chain',
  published: {
    mended:
      'The published one never says what the categories are and classifies JSON text cut after 300 characters. Here the categories are stated, one of them fits, and the snippet of one hit is classified.',
  },
  tools: ['web_search', 'classify_text'],
  draw(rng) {
    const query = drawSearch(rng)
    const hits = rng.pick([3, 4, 6, 7, 8])
    const place = rng.int(0, 2)
    const categories = rng.shuffle(KINDS)
    const quoted = listed(categories.map(quote))
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: hits } },
        {
          tool: 'classify_text',
          arguments: { text: from(1, `/results/${place}/snippet`), categories },
        },
      ],
      prompts: [
        `Search the web for ${quote(query)} with a limit of ${hits} results. Classify the whole snippet of the ${PLACES[place]} hit; the categories are, in this order, ${quoted}.`,
        `What kind of source is the ${PLACES[place]} of ${hits} results of a web search for ${quote(query)}? Let the classification of its snippet, left as it is, decide between ${quoted} (pass them in this order).`,
        `Sort a page for me into one of the categories ${quoted}, listed in that order: the ${PLACES[place]} page that a web search for ${quote(query)}, asked for ${hits} results, brings up. Classify by the full snippet.`,
      ],
      answer: {
        value: [
          from(2, '/predicted_category', 'upper'),
          from(2, '/text_preview', { split: '"', take: -1 }, 'trim'),
        ],
        gives:
          'the category in capital letters and what the preview of the text, which comes with it, says after the quoted search words',
      },
    }
  },
})
