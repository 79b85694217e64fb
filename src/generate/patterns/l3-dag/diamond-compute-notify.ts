import { from, text } from '../../bind.ts'
import { drawPrice } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { SYMBOLS } from '../../pools/markets.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const diamondComputeNotify = definePattern({
  key: 'diamond_compute_notify',
  name: 'diamond-compute-notify',
  level: 'L3_dag',
  tools: ['get_stock_price', 'percentage_change', 'create_notification'],
  draw(rng) {
    const symbol = rng.pick(SYMBOLS)
    const paid = Array.from({ length: rng.int(2, 3) }, () => drawPrice(rng))
    const title = rng.pick(SUBJECTS)
    const priority = rng.pick(['low', 'normal', 'high', 'urgent'])
    return {
      steps: [
        { tool: 'get_stock_price', arguments: { symbol } },
        ...paid.map((price) => ({
          tool: 'percentage_change',
          arguments: { old_value: price, new_value: from(1, '/price_usd') },
        })),
        {
          tool: 'create_notification',
          arguments: {
            title,
            message: text(
              `${symbol}: `,
              ...paid.flatMap((price, i) => [
                `since ${price} `,
                from(i + 2, '/change_percent'),
                ' percent; ',
              ]),
            ),
            priority,
          },
        },
      ],
      prompts: [
        `I bought ${symbol} several times, at ${listed(paid)} US dollars. Look up its price now and compute the percentage change from each of these old prices to it. Put all the changes, signed and unrounded, into the message of a dashboard notification titled ${quote(title)} with priority ${priority}.`,
        `Get the current price of ${symbol} in US dollars. Taking ${listed(paid)} in turn as the old value, work out by how many percent the price has changed. A single notification on the dashboard (title ${quote(title)}, priority ${priority}) should give every change in its message, with its sign and all its decimals.`,
        `The dashboard needs a notification headed ${quote(title)}, priority ${priority}, on what became of my purchases of ${symbol} at ${listed(paid)} US dollars. For each of them the message states the percentage change from the purchase price to the present price, signed and without rounding.`,
      ],
    }
  },
})
