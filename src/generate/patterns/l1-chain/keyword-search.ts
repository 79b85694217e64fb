import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawHeadlines } from '../../pools/chain-headlines.ts'

const PLACES = ['first', 'second', 'third']

export const keywordSearch = definePattern({
  key: 'keyword_search',
  name: 'extract-search',
  level: 'L1_chain',
  published: {
    mended:
      'The published one cuts the text in the prompt, and its words often share the first place. Here the text is whole and one word is the most frequent.',
  },
  tools: ['keyword_extract', 'web_search'],
  draw(rng) {
    const headlines = drawHeadlines(rng)
    const hits = rng.pick([3, 4, 6, 7, 8, 9])
    const place = rng.int(0, 2)
    return {
      steps: [
        { tool: 'keyword_extract', arguments: { text: headlines } },
        { tool: 'web_search', arguments: { query: from(1, '/keywords/0'), max_results: hits } },
      ],
      prompts: [
        `Extract the keywords of these headlines: ${quote(headlines)} Then search the web for the top keyword alone, just as it was returned, with a limit of ${hits} results. I want the ${PLACES[place]} hit.`,
        `What are these headlines about? ${quote(headlines)} Take the keyword that comes first when keywords are extracted, use it unchanged as a web search for ${hits} results, and pick the ${PLACES[place]} of them.`,
        `Find me a page by a web search with ${hits} results, of which I take the ${PLACES[place]}. The search term is the first extracted keyword, as it is spelled there, of the text ${quote(headlines)}`,
      ],
      answer: {
        value: from(2, `/results/${place}/url`),
        gives: `the address of the ${PLACES[place]} hit`,
      },
    }
  },
})
