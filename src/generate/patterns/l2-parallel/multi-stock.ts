import { from, pick } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed } from '../../phrases.ts'
import { SYMBOLS } from '../../pools/markets.ts'

export const multiStock = definePattern({
  key: 'multi_stock',
  name: 'fan-out-compare',
  level: 'L2_parallel',
  published: {
    mended:
      'Its answer was never graded and named one step as its source. Here the price of the winning share, which only all three results can tell, is graded.',
  },
  tools: ['get_stock_price'],
  draw(rng) {
    const symbols = rng.sample(SYMBOLS, 3)
    const [which, extreme] = rng.pick([
      ['max', 'most expensive'],
      ['min', 'cheapest'],
    ] as const)
    const prices = symbols.map((_, i) => from(i + 1, '/price_usd'))
    const names = listed(symbols)
    return {
      steps: symbols.map((symbol) => ({ tool: 'get_stock_price', arguments: { symbol } })),
      prompts: [
        `Get the current share prices of ${names} and find the ${extreme} of the three.`,
        `Which share is the ${extreme} today, out of ${names}? Look up every one before you decide.`,
        `I hold one share each of ${names} and want to know which is the ${extreme}, going by the price of a single share now.`,
        `For a quiz I need the ${extreme} share among these: ${names}. Check what each costs at present.`,
      ],
      answer: {
        value: pick(which, prices, prices),
        gives: 'its symbol and the price of one share in US dollars, unrounded',
      },
    }
  },
})
