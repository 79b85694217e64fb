import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { SYMBOLS } from '../../pools/markets.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const multiStockPctchangeNotify = definePattern({
  key: 'multi_stock_pctchange_notify',
  name: 'parallel-compute-notify',
  level: 'L3_dag',
  published: {
    mended:
      'Its title and its wording were nowhere in the prompt, its priority was none that the tool declared, and the change was rounded unasked. This one states title and priority and takes the change as it is.',
  },
  tools: ['get_stock_price', 'percentage_change', 'create_notification'],
  draw(rng) {
    const [first, second] = rng.sample(SYMBOLS, 2) as [string, string]
    const title = rng.pick(SUBJECTS)
    const priority = rng.pick(['low', 'normal', 'high', 'urgent'])
    return {
      steps: [
        { tool: 'get_stock_price', arguments: { symbol: first } },
        { tool: 'get_stock_price', arguments: { symbol: second } },
        {
          tool: 'percentage_change',
          arguments: { old_value: from(1, '/price_usd'), new_value: from(2, '/price_usd') },
        },
        {
          tool: 'create_notification',
          arguments: {
            title,
            message: text(`From ${first} to ${second}: `, from(3, '/change_percent'), ' percent.'),
            priority,
          },
        },
      ],
      prompts: [
        `Get the prices of ${first} and ${second}. Compute the percentage change from the price of ${first} to the price of ${second}, and show it in a dashboard notification titled ${quote(title)} with priority ${priority}. The message must give the change as a signed number with all its decimals.`,
        `By how many percent is the price of ${second} above or below that of ${first}? Look both up, compute the change with ${first} as the old value, and put a notification (title ${quote(title)}, priority ${priority}) onto the dashboard whose message contains the signed, unrounded percentage.`,
        `The dashboard should show how the share prices of two companies relate. Take the price of ${first} as the old value and that of ${second} as the new one, compute the change in percent, and create a notification of priority ${priority} titled ${quote(title)}; its message states that change, signed and unrounded.`,
        `I am thinking of moving from ${first} to ${second}. Notify me on the dashboard, priority ${priority}, headline ${quote(title)}, of the percentage change between what a share of the former and a share of the latter costs now. The message carries it exactly, with its sign.`,
      ],
    }
  },
})
