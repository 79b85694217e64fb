import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { SHARE_SYMBOLS } from '../../../generate/pools/share-symbols.ts'

export const getStockPrice = definePhrases({
  tool: 'get_stock_price',
  draw: (rng) => ({ symbol: rng.pick(SHARE_SYMBOLS) }),
  asks: [
    'look up the share that is traded as {symbol}',
    'get the current quote of {symbol}',
    'check what {symbol} trades at on the stock exchange',
    'find the present figures of the share with {symbol} as its ticker symbol',
  ],
  outputs: {
    '/price_usd': 'price in US dollars',
    '/change_usd': 'change of the price in US dollars',
    '/change_percent': 'change of the price in percent',
    '/market_cap': 'market capitalisation',
  },
  answers: [
    { at: ['/price_usd'], gives: 'the price in US dollars, unrounded' },
    {
      at: ['/price_usd', '/change_usd'],
      gives: 'the price, then its change, both in US dollars and unrounded, the change with its sign',
    },
    {
      at: ['/market_cap', '/price_usd'],
      gives: 'the market capitalisation as it came out, then the price in US dollars, unrounded',
    },
  ],
})
