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
    const times = hits.map((hit) => from(hit + 2, '/response_time_ms'))
    const fastest = pick(
      'min',
      times,
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
          arguments: {
            to: email,
            subject,
            body: text('Address: ', fastest, ', response time: ', pick('min', times, times)),
          },
        },
      ],
      prompts: [
        `Search the web for ${quote(query)} and ask for ${count} results. Measure the response time of every page found, and e-mail ${email} the address of the fastest page together with its response time in milliseconds, unrounded; the subject is ${quote(subject)}.`,
        `I need the fastest page on ${quote(query)}. Get ${count} hits from a web search, check each address for its response time, and send an e-mail to ${email} under the subject ${quote(subject)} that gives the address and the response time, exact and in milliseconds, of the winner.`,
        `Please mail ${email} a link, subject ${quote(subject)}. It is the address among the ${count} web search results for ${quote(query)} (limit the search to ${count}) that has the shortest response time, so check them all, and mention that time in milliseconds with its decimals.`,
        `Which of the first ${count} web results for ${quote(query)} is the quickest to respond? Test every one of them. ${email} is to learn by e-mail, headed ${quote(subject)}, what the address of the fastest is and how many milliseconds its response time comes to, not rounded.`,
        `${email} has a slow line and wants to read up on ${quote(query)}. Look for ${count} pages on the web, compare how long they take, and write an e-mail (subject ${quote(subject)}) with the address whose response time is shortest. Add that response time in milliseconds just as it was measured.`,
      ],
    }
  },
})
