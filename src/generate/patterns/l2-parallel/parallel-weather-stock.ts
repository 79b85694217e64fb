import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named } from '../../phrases.ts'
import { ALL_CITIES } from '../../pools/dag-cities.ts'
import { SYMBOLS } from '../../pools/markets.ts'
import { WEATHER } from '../figures.ts'

const SHARE = [
  { at: '/price_usd', name: 'price of one share in US dollars' },
  { at: '/market_cap', name: 'market capitalisation in the short form as reported' },
] as const

export const parallelWeatherStock = definePattern({
  key: 'parallel_weather_stock',
  name: 'independent-merge',
  level: 'L2_parallel',
  published: {
    mended: 'Its answer was never graded and named one step as its source. Here a figure of each is graded.',
  },
  tools: ['get_weather', 'get_stock_price'],
  draw(rng) {
    const city = rng.pick(ALL_CITIES)
    const symbol = rng.pick(SYMBOLS)
    const weather = rng.pick(WEATHER)
    const share = rng.pick(SHARE)
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        { tool: 'get_stock_price', arguments: { symbol } },
      ],
      prompts: [
        `Get the current weather in ${named(city)} and the current quote of ${symbol}.`,
        `Before breakfast I check two things, the sky over ${named(city)} and my share ${symbol}. Do that for me today.`,
        `How is the weather in ${named(city)} just now, and how does the share with the symbol ${symbol} stand?`,
        `My morning note has two lines. One is about ${symbol} on the stock market, the other about the weather in ${named(city)}. Look both up.`,
      ],
      answer: {
        value: [from(1, weather.at), from(2, share.at)],
        gives: `the ${weather.name} and the ${share.name}, both unrounded`,
      },
    }
  },
})
