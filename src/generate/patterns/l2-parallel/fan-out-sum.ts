import { from, sum } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed } from '../../phrases.ts'
import { SYMBOLS } from '../../pools/markets.ts'

export const fanOutSum = definePattern({
  key: 'fan_out_sum',
  name: 'fan-out-sum',
  level: 'L2_parallel',
  tools: ['get_stock_price'],
  draw(rng) {
    const symbols = rng.sample(SYMBOLS, rng.int(2, 4))
    return {
      steps: symbols.map((symbol) => ({ tool: 'get_stock_price', arguments: { symbol } })),
      prompts: [
        `I want to buy one share each of ${listed(symbols)}. What do they cost together in US dollars?`,
        `Look up the current prices of ${listed(symbols)} and add them up.`,
        `My basket holds a single share of each of these: ${listed(symbols)}. Work out its value in US dollars from the current prices.`,
      ],
      answer: {
        value: sum(
          symbols.map((_, i) => from(i + 1, '/price_usd')),
          2,
        ),
        gives: 'the sum in US dollars with 2 decimals',
      },
    }
  },
})
