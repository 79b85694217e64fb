import { drawAmount } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { CURRENCIES } from '../../../generate/pools/markets.ts'

export const getExchangeRate = definePhrases({
  tool: 'get_exchange_rate',
  draw(rng) {
    const [from_currency = '', to_currency = ''] = rng.sample(['USD', ...CURRENCIES], 2)
    return { from_currency, to_currency, amount: drawAmount(rng) }
  },
  asks: [
    'find the exchange rate from {from_currency} to {to_currency}[ and convert {amount} by it]',
    'look up what {from_currency} is worth in {to_currency}[, and what that makes of {amount}]',
    'get the current rate for changing {from_currency} into {to_currency}[, with {amount} as the amount to change]',
    'check at which rate {from_currency} is exchanged for {to_currency}[; the amount in question is {amount}]',
  ],
  outputs: { '/rate': 'exchange rate', '/converted_amount': 'converted amount' },
  answers: [
    { at: ['/converted_amount'], gives: 'the converted amount with all its decimals' },
    { at: ['/rate'], gives: 'the exchange rate with all its decimals' },
    {
      at: ['/rate', '/converted_amount'],
      gives: 'the exchange rate, then the converted amount, both with all their decimals',
    },
  ],
})
