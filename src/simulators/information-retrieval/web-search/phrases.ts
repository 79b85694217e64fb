import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawSearch } from '../../../generate/pools/chain-searches.ts'

/** From a snippet, each of which names one percentage. */
const SHARE = [
  { split: ' percent', take: 0 },
  { split: ' ', take: -1 },
]

export const webSearch = definePhrases({
  tool: 'web_search',
  draw: (rng) => ({
    query: drawSearch(rng),
    ...(rng.int(0, 2) === 0 ? {} : { max_results: rng.pick([2, 3, 4, 6, 7, 8, 9]) }),
  }),
  asks: [
    'search the web for {query}[ and ask for {max_results} results]',
    'run a web search with {query} as the words to search for[, {max_results} hits in all]',
    'find pages on the web about {query}[, with {max_results} results wanted]',
    'see what a search of the web brings up for {query}[ when it is limited to {max_results} results]',
    'enter {query} into a web search[ with a limit of {max_results} hits]',
  ],
  outputs: {
    '/results/0/url': 'address of the first hit',
    '/results/0/title': 'title of the first hit',
    '/results/0/snippet': 'snippet of the first hit',
    '/results/1/url': 'address of the second hit',
    '/results/1/title': 'title of the second hit',
    '/results/1/snippet': 'snippet of the second hit',
  },
  answers: [
    { at: ['/results/0/url'], gives: 'the web address of the first hit' },
    { at: ['/results/1/url'], gives: 'the web address of the second hit' },
    {
      at: [{ at: '/results/0/snippet', via: SHARE }],
      gives: 'the percentage that the snippet of the first hit mentions, as a number, unrounded',
    },
    {
      at: ['/results/0/url', { at: '/results/1/snippet', via: SHARE }],
      gives:
        'the web address of the first hit, then the percentage in the snippet of the second hit, as a number, unrounded',
    },
  ],
})
