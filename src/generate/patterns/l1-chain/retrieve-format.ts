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
        `Convert ${amount} ${source} to ${target}. Divide the unrounded converted amount by our budget of ${budget} ${target}, write the quotient in the number format "percent", and tell me what is left of the budget.`,
        `I have ${budget} ${target} to spend. What share of that is a bill of ${amount} ${source}, in the number format "percent", and how much have I left after paying it? Have the bill converted first; the share to be formatted is the converted amount divided by ${budget}, not rounded.`,
        `How does ${amount} ${source} compare with ${budget} ${target}? Work out the amount in ${target}, then two things: its fraction of the ${budget}, with all decimals, put into the number format "percent", and the ${target} left over.`,
        `Somebody wants ${amount} ${source} from a fund that holds ${budget} ${target}. Convert the claim to ${target} and show me, formatted as "percent", what share of the fund that would be (claim divided by ${budget}, rounding nothing), along with the sum that would be left.`,
        `Will ${budget} ${target} be enough for ${amount} ${source}? Get the converted amount; as a share of the ${budget}, unrounded, it should be written in the number format "percent". I also need the remainder in ${target}.`,
      ],
      answer: {
        fields: {
          share: { value: from(2, '/formatted'), gives: 'the formatted share exactly as it came out' },
          left: {
            value: from(1, '/converted_amount', { scale: -1 }, { add: budget }, { round: 2 }),
            gives: `the ${target} left with 2 decimals, negative if it is too little`,
          },
        },
      },
    }
  },
})
