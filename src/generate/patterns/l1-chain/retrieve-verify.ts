import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawSearch } from '../../pools/chain-searches.ts'

const PLACES = ['first', 'second', 'third']

export const retrieveVerify = definePattern({
  key: 'retrieve_verify',
  name: 'retrieve-verify',
  level: 'L1_chain',
  tools: ['web_search', 'check_url_status'],
  draw(rng) {
    const query = drawSearch(rng)
    const count = rng.int(3, 8)
    const place = rng.int(0, 2)
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: count } },
        { tool: 'check_url_status', arguments: { url: from(1, `/results/${place}/url`) } },
      ],
      prompts: [
        `Search the web for ${quote(query)} with a limit of ${count} results, and measure how long the page of the ${PLACES[place]} hit takes to respond.`,
        `Run a web search for ${quote(query)}, ${count} hits. Is the ${PLACES[place]} one reachable? Check its address and note the response time.`,
        `I need the response time of the ${PLACES[place]} page that a web search for ${quote(query)} brings up. Ask the search for ${count} results.`,
      ],
      answer: { value: from(2, '/response_time_ms'), gives: 'the response time in milliseconds, unrounded' },
    }
  },
})
