import { from, largest, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { CURRENCIES, SYMBOLS } from '../../pools/markets.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const stockCompareNotify = definePattern({
  key: 'stock_compare_notify',
  name: 'parallel-merge-chain',
  level: 'L3_dag',
  published: {
    mended:
      'It left out the title, which a notification has to have, so no task ever came of it. This one states title and priority, and the message carries the converted price.',
  },
  tools: ['get_stock_price', 'get_exchange_rate', 'create_notification'],
  draw(rng) {
    const symbols = rng.sample(SYMBOLS, 2)
    const currency = rng.pick(CURRENCIES)
    const title = rng.pick(SUBJECTS)
    const priority = rng.pick(['low', 'normal', 'high', 'urgent'])
    const names = listed(symbols)
    return {
      steps: [
        ...symbols.map((symbol) => ({ tool: 'get_stock_price', arguments: { symbol } })),
        {
          tool: 'get_exchange_rate',
          arguments: {
            from_currency: 'USD',
            to_currency: currency,
            amount: largest(from(1, '/price_usd'), from(2, '/price_usd')),
          },
        },
        {
          tool: 'create_notification',
          arguments: {
            title,
            message: text('The dearer share costs ', from(3, '/converted_amount'), ` ${currency}.`),
            priority,
          },
        },
      ],
      prompts: [
        `Look up the share prices of ${names}. Convert the higher one from USD to ${currency} and show it in a dashboard notification titled ${quote(title)} with priority ${priority}; the message must contain the converted amount, unrounded.`,
        `Which costs more per share, ${symbols.join(' or ')}? Take the higher price, find out what it is in ${currency} (it is quoted in USD), and put that amount with all decimals into the message of a notification. Title: ${quote(title)}. Priority: ${priority}.`,
        `The dashboard should get a notification of priority ${priority} headed ${quote(title)}. Its message says what the more expensive of the shares ${names} costs in ${currency}, unrounded. Prices come in USD, so convert the larger of the two.`,
        `I can afford one share, of the dearer of ${names}, and pay in ${currency}. Get both prices, change the higher from USD into ${currency}, and notify me on the dashboard (title ${quote(title)}, priority ${priority}) with the exact amount in the message.`,
      ],
    }
  },
})
