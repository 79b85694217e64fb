import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { SHARE_SYMBOLS } from '../../content/pools/lists.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

interface Listing {
  name: string
  price: number
  change: number
  /** Market capitalisation in billions of US dollars. */
  cap: number
}

const LISTED = new Map<string, Listing>(Object.entries(tables.shares))

const capText = (billions: number): string =>
  billions >= 1000 ? `${round(billions / 1000, 5)}T` : `${billions}B`

export const getStockPrice = defineBuiltIn({
  name: 'get_stock_price',
  category: 'external_services',
  effect: 'read',
  capability: 'look-up',
  description:
    'Current price of a share in US dollars, its change since the last close in dollars and percent, and the market capitalisation in short form ("2.95T", "758B"). It takes a ticker symbol, not a company name, and has no past prices. For currencies use get_exchange_rate.',
  input: (z) => ({
    symbol: field(z.string(), 'stock-symbol', 'Ticker symbol, for example "AAPL". Case does not matter.'),
  }),
  output: (z) => ({
    symbol: field(z.string(), 'stock-symbol', 'Ticker symbol, upper case.'),
    name: field(z.string(), 'organisation', 'Name of the company.'),
    price_usd: field(z.number(), 'price', 'Price of one share in US dollars.'),
    change_usd: field(
      z.number(),
      'number',
      'Change since the last close in US dollars, negative for a loss.',
    ),
    change_percent: field(z.number(), 'percent', 'The change in percent of the price, 2 decimals.'),
    market_cap: field(
      z.string(),
      'text',
      'Market capitalisation in US dollars; B for billions, T for trillions.',
    ),
  }),
  run({ symbol }, world) {
    const ticker = symbol.toUpperCase()
    const draw = world.draw('stock', ticker)
    const listing: Listing = LISTED.get(ticker) ?? {
      name: `${ticker} Corp.`,
      price: 50 + draw.publishedRemainder(500),
      change: round((draw.publishedRemainder(200) - 100) / 10, 2),
      cap: draw.publishedRemainder(500),
    }
    const around = (value: number) => ({ min: value * 0.6, max: value * 1.6 })
    const isListed = LISTED.has(ticker)
    const price = draw.figure('price', listing.price, {
      ...(isListed ? around(listing.price) : { min: 50, max: 550 }),
      decimals: 2,
    })
    const change = draw.figure('change', listing.change, { min: -9.9, max: 9.9, decimals: 3 })
    const cap = draw.figure('market cap', listing.cap, {
      ...(isListed ? around(listing.cap) : { min: 2, max: 500 }),
      decimals: 2,
    })
    return {
      symbol: ticker,
      name: listing.name,
      price_usd: price,
      change_usd: change + 0,
      change_percent: round((change / price) * 100, 2) + 0,
      market_cap: capText(cap),
    }
  },
  drawArguments: (rng) => ({ symbol: rng.pick(SHARE_SYMBOLS) }),
})
