import { from, text } from '../../bind.ts'
import { drawAmount } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { CURRENCIES } from '../../pools/markets.ts'
import { DOCUMENTS } from '../../pools/titles.ts'

export const fanOutTabulate = definePattern({
  key: 'fan_out_tabulate',
  name: 'fan-out-tabulate',
  level: 'L2_parallel',
  tools: ['get_exchange_rate', 'create_spreadsheet'],
  draw(rng) {
    const [source = '', ...targets] = rng.sample(['USD', ...CURRENCIES], 4)
    const amount = drawAmount(rng)
    const title = rng.pick(DOCUMENTS)
    return {
      steps: [
        ...targets.map((target) => ({
          tool: 'get_exchange_rate',
          arguments: { from_currency: source, to_currency: target, amount },
        })),
        {
          tool: 'create_spreadsheet',
          arguments: {
            title,
            headers: ['Currency', 'Amount'],
            rows: targets.map((target, i) => [target, text(from(i + 1, '/converted_amount'))]),
          },
        },
      ],
      prompts: [
        `Convert ${amount} ${source} into ${listed(targets)}. Then make a spreadsheet titled ${quote(title)} with the headers "Currency" and "Amount" and one row for each of the three in the order named: the code and the converted amount, unrounded.`,
        `I would like a spreadsheet with the title ${quote(title)}, the columns "Currency" and "Amount", and rows for ${listed(targets)}, in that order. Next to each code goes what ${amount} ${source} are worth in it now, with all decimals and nothing else in the cell.`,
        `What do ${amount} ${source} come to in ${listed(targets)}? Collect the unrounded amounts in a spreadsheet: title ${quote(title)}, headers "Currency" and "Amount", one row per currency code in the order given.`,
      ],
    }
  },
})
