import { from } from '../../bind.ts'
import { drawAmount } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { listed } from '../../phrases.ts'
import { CURRENCIES } from '../../pools/markets.ts'

export const fanOutExchange = definePattern({
  name: 'fan-out-exchange',
  level: 'L2_parallel',
  tools: ['get_exchange_rate'],
  draw(rng) {
    const [source = '', ...targets] = rng.sample(['USD', ...CURRENCIES], 4)
    const amount = drawAmount(rng)
    return {
      steps: targets.map((target) => ({
        tool: 'get_exchange_rate',
        arguments: { from_currency: source, to_currency: target, amount },
      })),
      prompts: [
        `How much are ${amount} ${source} in ${listed(targets)}? Convert the amount into each of the three.`,
        `I want to change ${amount} ${source} and have not decided on a currency. Convert the full amount into ${listed(targets)}, one at a time.`,
        `Give me the worth of ${amount} ${source} in three other currencies: ${listed(targets)}.`,
      ],
      answer: {
        value: Object.fromEntries(targets.map((target, i) => [target, from(i + 1, '/converted_amount')])),
        gives: `the amounts in ${listed(targets)}, in this order and unrounded`,
      },
    }
  },
})
