import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { TICKERS } from '../../pools/chain-tickers.ts'
import { CURRENCIES } from '../../pools/markets.ts'

export const stockConvert = definePattern({
  key: 'stock_convert',
  name: 'retrieve-convert',
  level: 'L1_chain',
  published: {},
  tools: ['get_stock_price', 'get_exchange_rate'],
  draw(rng) {
    const symbol = rng.pick(TICKERS)
    const currency = rng.pick(CURRENCIES)
    return {
      steps: [
        { tool: 'get_stock_price', arguments: { symbol } },
        {
          tool: 'get_exchange_rate',
          arguments: { from_currency: 'USD', to_currency: currency, amount: from(1, '/price_usd') },
        },
      ],
      prompts: [
        `Find the current price of the share ${symbol} in USD and have exactly that amount converted to ${currency}.`,
        `What would one share of ${symbol} cost me in ${currency}? Get its price in USD, then convert that amount from USD to ${currency}.`,
        `I pay in ${currency}. Look up what the stock ${symbol} trades at in USD, and convert the price as an amount into ${currency}.`,
        `Take the USD price of the share ${symbol} as the amount of a conversion from USD to ${currency}.`,
      ],
      answer: { value: from(2, '/converted_amount'), gives: `the amount in ${currency}, unrounded` },
    }
  },
})
