import { from } from '../../bind.ts'
import { drawAmount } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { listed } from '../../phrases.ts'
import { CURRENCIES } from '../../pools/markets.ts'

export const multiExchange = definePattern({
  key: 'multi_exchange',
  name: 'fan-out-exchange',
  level: 'L2_parallel',
  published: {
    mended:
      'Ten of its currencies had no rate and were taken at par, and its answer was never graded. Here every currency has a rate, and the three amounts are graded.',
  },
  tools: ['get_exchange_rate'],
  draw(rng) {
    const [source = '', ...targets] = rng.sample(['USD', ...CURRENCIES], 4)
    const amount = drawAmount(rng)
    const names = listed(targets)
    return {
      steps: targets.map((target) => ({
        tool: 'get_exchange_rate',
        arguments: { from_currency: source, to_currency: target, amount },
      })),
      prompts: [
        `How much are ${amount} ${source} in ${names}? Convert the amount into each of the three.`,
        `I want to change ${amount} ${source} and have not decided on a currency. Convert the full amount into ${names}, one at a time.`,
        `Give me the worth of ${amount} ${source} in three other currencies: ${names}.`,
        `Our price list says ${amount} ${source}. Customers pay in ${names}, so work out what that comes to in every one of these at today's rates.`,
      ],
      answer: {
        value: Object.fromEntries(targets.map((target, i) => [target, from(i + 1, '/converted_amount')])),
        gives: `the amounts in ${names}, in this order and unrounded`,
      },
    }
  },
})
