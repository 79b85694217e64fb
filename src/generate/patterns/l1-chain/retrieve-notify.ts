import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { TICKERS } from '../../pools/chain-tickers.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const retrieveNotify = definePattern({
  key: 'retrieve_notify',
  name: 'retrieve-notify',
  level: 'L1_chain',
  tools: ['get_stock_price', 'create_notification'],
  draw(rng) {
    const symbol = rng.pick(TICKERS)
    const title = rng.pick(SUBJECTS)
    const priority = rng.pick(['low', 'normal', 'high', 'urgent'])
    return {
      steps: [
        { tool: 'get_stock_price', arguments: { symbol } },
        {
          tool: 'create_notification',
          arguments: {
            title,
            message: text(
              `${symbol} is at `,
              from(1, '/price_usd'),
              ' USD, market capitalisation ',
              from(1, '/market_cap'),
              '.',
            ),
            priority,
          },
        },
      ],
      prompts: [
        `Look up the share ${symbol} and put a notification with the title ${quote(title)} and priority ${priority} onto the dashboard. The message must state the price in USD, unrounded, and the market capitalisation in the short form that you get.`,
        `The dashboard needs a notification titled ${quote(title)}, priority ${priority}. Say in the message what a share of ${symbol} costs in USD, to the cent, and what its market capitalisation is, in the short form as reported.`,
        `Get the current price and market capitalisation of the stock ${symbol}. Create a dashboard notification from them: title ${quote(title)}, priority ${priority}, and a message that contains both figures just as they were reported.`,
      ],
    }
  },
})
