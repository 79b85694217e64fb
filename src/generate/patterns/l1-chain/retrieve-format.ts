import { drawAmount } from '../../../content/draws.ts'
import { CURRENCIES } from '../../../content/pools/markets.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const retrieveFormat = definePattern({
  key: 'retrieve_format',
  name: 'retrieve-format',
  level: 'L1_chain',
  tools: ['get_exchange_rate', 'format_number'],
  draw(rng) {
    const [source, target] = rng.sample(CURRENCIES, 2) as [string, string]
    const amount = drawAmount(rng)
    const budget = rng.pick([200, 250, 400, 500, 800, 2000, 2500, 4000, 5000, 8000])
    return {
      steps: [
        {
          tool: 'get_exchange_rate',
          arguments: { from_currency: source, to_currency: target, amount },
        },
        {
          tool: 'format_number',
          arguments: { value: from(1, '/converted_amount', { scale: 1 / budget }), format: 'percent' },
        },
      ],
      prompts: [
        `Convert ${amount} ${source} to ${target}. Divide the unrounded converted amount by our budget of ${budget} ${target}, and write the quotient in the number format "percent".`,
        `I have ${budget} ${target} to spend. What share of that is a bill of ${amount} ${source}, in the number format "percent"? Have the bill converted to ${target} first, then format the fraction (converted amount divided by ${budget}, not rounded).`,
        `How does ${amount} ${source} compare with ${budget} ${target}? The converted amount in ${target}, divided by ${budget} and with all its decimals, is to be put into the number format "percent".`,
      ],
      answer: { value: from(2, '/formatted'), gives: 'the formatted share exactly as it came out' },
    }
  },
})
