import { from } from '../../bind.ts'
import { drawPrice } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { TICKERS } from '../../pools/chain-tickers.ts'

export const stockPctchange = definePattern({
  key: 'stock_pctchange',
  name: 'retrieve-compute',
  level: 'L1_chain',
  published: {},
  tools: ['get_stock_price', 'percentage_change'],
  draw(rng) {
    const symbol = rng.pick(TICKERS)
    const paid = drawPrice(rng)
    return {
      steps: [
        { tool: 'get_stock_price', arguments: { symbol } },
        { tool: 'percentage_change', arguments: { old_value: paid, new_value: from(1, '/price_usd') } },
      ],
      prompts: [
        `I bought ${symbol} at ${paid} US dollars a share. Look up the price today and compute the change from what I paid in percent.`,
        `By how many percent does the current price of the share ${symbol} differ from ${paid} US dollars, taking ${paid} as the old value?`,
        `My notes have the stock ${symbol} at ${paid} US dollars. Get the present price and work out the percentage change from the noted price to it.`,
      ],
      answer: {
        value: from(2, '/change_percent'),
        gives: 'the change in percent with its sign and all its decimals',
      },
    }
  },
})
