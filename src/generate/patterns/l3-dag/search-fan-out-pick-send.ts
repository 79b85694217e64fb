import { PEOPLE } from '../../../content/pools/people.ts'
import { SUBJECTS } from '../../../content/pools/titles.ts'
import { QUERIES } from '../../../content/pools/web.ts'
import { quote } from '../../../content/wording.ts'
import { from, pick, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const searchFanOutPickSend = definePattern({
  key: 'search_fan_out_pick_send',
  name: 'search-fan-out-pick-send',
  level: 'L3_dag',
  tools: ['web_search', 'check_url_status', 'send_email'],
  draw(rng) {
    const query = rng.pick(QUERIES)
    const count = rng.int(2, 3)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    const hits = Array.from({ length: count }, (_, i) => i)
    const winner = pick(
      'min',
      hits.map((hit) => from(hit + 2, '/response_time_ms')),
      hits.map((hit) => from(1, `/results/${hit}/url`)),
    )
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: count } },
        ...hits.map((hit) => ({
          tool: 'check_url_status',
          arguments: { url: from(1, `/results/${hit}/url`) },
        })),
        {
          tool: 'send_email',
          arguments: { to: email, subject, body: text('The fastest page is ', winner, ' today.') },
        },
      ],
      prompts: [
        `Search the web for ${quote(query)} and ask for ${count} results. Measure the response time of every page found, and e-mail the address of the one that responds fastest to ${email}, subject ${quote(subject)}.`,
        `I need the quickest page on ${quote(query)}. Get ${count} hits from a web search, check each address for its response time, and send an e-mail to ${email} under the subject ${quote(subject)} with the address that has the shortest time in the body.`,
        `Please mail ${email} a link, subject ${quote(subject)}. It is the address among the ${count} web search results for ${quote(query)} (limit the search to ${count}) that takes the least time to respond, so check them all.`,
      ],
    }
  },
})
