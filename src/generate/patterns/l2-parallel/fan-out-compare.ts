import { from, pick } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { DOMAINS, URLS } from '../../pools/web.ts'

interface Contest {
  tool: string
  parameter: string
  pool: readonly string[]
  /** What the candidates are called. */
  noun: string
  score: { at: string; name: string }
  /** Where the answer stands, and how it is asked for. */
  give: { at: string; name: string }
}

const CONTESTS: readonly Contest[] = [
  {
    tool: 'check_url_status',
    parameter: 'url',
    pool: URLS,
    noun: 'address',
    score: { at: '/response_time_ms', name: 'response time' },
    give: { at: '/response_time_ms', name: 'its response time in milliseconds, unrounded' },
  },
  {
    tool: 'dns_lookup',
    parameter: 'domain',
    pool: DOMAINS,
    noun: 'domain',
    score: { at: '/ttl_seconds', name: 'time to live' },
    give: { at: '/ip_address', name: 'the IPv4 address of that domain' },
  },
]

export const fanOutCompare = definePattern({
  key: 'fan_out_compare',
  name: 'fan-out-compare',
  level: 'L2_parallel',
  tools: ['check_url_status', 'dns_lookup'],
  draw(rng) {
    const { tool, parameter, pool, noun, score, give } = rng.pick(CONTESTS)
    const candidates = rng.sample(pool, 3)
    const which = rng.pick(['max', 'min'] as const)
    const extreme = which === 'max' ? 'highest' : 'lowest'
    const places = candidates.map((_, i) => i + 1)
    const names = listed(candidates.map(quote))
    return {
      steps: candidates.map((candidate) => ({ tool, arguments: { [parameter]: candidate } })),
      prompts: [
        `Look up ${names}. Find out which ${noun} has the ${extreme} ${score.name} right now.`,
        `Of ${names}, one ${noun} has the ${extreme} ${score.name} at the moment. Check all three and determine which.`,
        `Compare ${names} by their current ${score.name} and settle on the ${noun} where it is ${extreme}.`,
      ],
      answer: {
        value: pick(
          which,
          places.map((place) => from(place, score.at)),
          places.map((place) => from(place, give.at)),
        ),
        gives: give.name,
      },
    }
  },
})
