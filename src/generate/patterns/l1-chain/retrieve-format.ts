import { from } from '../../bind.ts'
import { drawAmount } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { CURRENCIES } from '../../pools/markets.ts'

export const retrieveFormat = definePattern({
  name: 'retrieve-format',
  level: 'L1_chain',
  tools: ['get_exchange_rate', 'format_number'],
  draw(rng) {
    const [source, target] = rng.sample(CURRENCIES, 2) as [string, string]
    const amount = drawAmount(rng)
    const format = rng.pick(['comma', 'scientific'])
    return {
      steps: [
        {
          tool: 'get_exchange_rate',
          arguments: { from_currency: source, to_currency: target, amount },
        },
        { tool: 'format_number', arguments: { value: from(1, '/converted_amount'), format } },
      ],
      prompts: [
        `Convert ${amount} ${source} to ${target} and write the converted amount in the number format ${quote(format)}.`,
        `For a flyer I need the worth of ${amount} ${source} in ${target}, in the number format ${quote(format)}. Convert first and format the unrounded result.`,
        `How does ${amount} ${source} read in ${target} when the converted amount is put into the format ${quote(format)}?`,
      ],
      answer: { value: from(2, '/formatted'), gives: 'the formatted amount exactly as it came out' },
    }
  },
})
