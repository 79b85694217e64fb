import { drawAmount } from '../../../content/draws.ts'
import { CURRENCIES, SYMBOLS } from '../../../content/pools/markets.ts'
import { CITIES, TIME_ZONES } from '../../../content/pools/places.ts'
import { DOMAINS, QUERIES, URLS } from '../../../content/pools/web.ts'
import { named, quote } from '../../../content/wording.ts'
import figures from '../../../content/words/figures.json' with { type: 'json' }
import type { Rng } from '../../../shared/rng.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

/** Look-ups that have nothing to do with each other. */
const LOOKUPS = [
  (rng: Rng) => {
    const city = rng.pick(CITIES)
    const { at, name, unit } = rng.pick(figures.weatherReadings)
    return {
      tool: 'get_weather',
      arguments: { city },
      at,
      key: 'weather',
      name: `the current ${name} in ${named(city)} (in ${unit})`,
    }
  },
  (rng: Rng) => {
    const symbol = rng.pick(SYMBOLS)
    return {
      tool: 'get_stock_price',
      arguments: { symbol },
      at: '/price_usd',
      key: 'price',
      name: `the price of the share ${symbol} in US dollars`,
    }
  },
  (rng: Rng) => {
    const timezone = rng.pick(TIME_ZONES)
    return {
      tool: 'get_current_time',
      arguments: { timezone },
      at: '/time',
      key: 'time',
      name: `the present local time in the zone ${quote(timezone)} as HH:MM:SS`,
    }
  },
  (rng: Rng) => {
    const url = rng.pick(URLS)
    return {
      tool: 'check_url_status',
      arguments: { url },
      at: '/response_time_ms',
      key: 'response',
      name: `the response time of ${quote(url)} in milliseconds`,
    }
  },
  (rng: Rng) => {
    const domain = rng.pick(DOMAINS)
    return {
      tool: 'dns_lookup',
      arguments: { domain },
      at: '/ip_address',
      key: 'domain',
      name: `the IP address of the domain ${quote(domain)}`,
    }
  },
  (rng: Rng) => {
    const [source, target] = rng.sample(CURRENCIES, 2) as [string, string]
    const amount = drawAmount(rng)
    return {
      tool: 'get_exchange_rate',
      arguments: { from_currency: source, to_currency: target, amount },
      at: '/converted_amount',
      key: 'amount',
      name: `what ${amount} ${source} are worth in ${target}`,
    }
  },
  (rng: Rng) => {
    const query = rng.pick(QUERIES)
    const count = rng.int(3, 8)
    return {
      tool: 'web_search',
      arguments: { query, max_results: count },
      at: '/results/0/url',
      key: 'search',
      name: `the address of the first of ${count} web search results for ${quote(query)}`,
    }
  },
]

export const independentMerge = definePattern({
  key: 'independent_merge',
  name: 'independent-merge',
  level: 'L2_parallel',
  tools: [
    'get_weather',
    'get_stock_price',
    'get_current_time',
    'check_url_status',
    'dns_lookup',
    'get_exchange_rate',
    'web_search',
  ],
  draw(rng) {
    const found = rng.sample(LOOKUPS, 3).map((lookup) => lookup(rng))
    const [first, second, third] = found.map(({ name }) => name)
    return {
      steps: found.map(({ tool, arguments: args }) => ({ tool, arguments: args })),
      prompts: [
        `Three things before I go: ${first}, ${second}, and ${third}. Please look them all up and round nothing.`,
        `Find out ${first}. I also need ${second}. And finally, get ${third}. Any figure should keep its decimals.`,
        `My briefing wants three unrelated facts. One is ${first}, another is ${second}, and the last is ${third}, all of them as exact as you find them.`,
        `Could you check ${first} for me? While you are at it, ${second} and ${third} would help as well, unrounded in any case.`,
        `The form has three empty boxes that I can't fill without you. In the first goes ${first}, in the second ${second}; the third is for ${third}. No rounding, please.`,
      ],
      answer: {
        fields: Object.fromEntries(
          found.map(({ at, key, name }, i) => [key, { value: from(i + 1, at), gives: name }]),
        ),
      },
    }
  },
})
