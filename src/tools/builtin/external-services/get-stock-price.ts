import { round } from '../../../shared/python/number.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

/** Each with its market capitalisation in billions of US dollars as `cap`. */
const LISTED = new Map(Object.entries(tables.shares))

const capText = (billions: number): string =>
  billions >= 1000 ? `${round(billions / 1000, 5)}T` : `${billions}B`

export const getStockPrice = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ symbol: z.string() }),
  output: (z) => ({
    symbol: z.string(),
    name: z.string(),
    price_usd: z.number(),
    change_usd: z.number(),
    change_percent: z.number(),
    market_cap: z.string(),
  }),
  run({ symbol }, world) {
    const ticker = symbol.toUpperCase()
    const draw = world.draw('stock', ticker)
    const listing = LISTED.get(ticker) ?? {
      name: `${ticker} Corp.`,
      price: 50 + draw.publishedRemainder(500),
      change: round((draw.publishedRemainder(200) - 100) / 10, 2),
      cap: draw.publishedRemainder(500),
    }
    const buildRangeAround = (value: number) => ({ min: value * 0.6, max: value * 1.6 })
    const isListed = LISTED.has(ticker)
    const price = draw.number('price', listing.price, {
      ...(isListed ? buildRangeAround(listing.price) : { min: 50, max: 550 }),
      decimals: 2,
    })
    const change = draw.number('change', listing.change, { min: -9.9, max: 9.9, decimals: 3 })
    const cap = draw.number('market cap', listing.cap, {
      ...(isListed ? buildRangeAround(listing.cap) : { min: 2, max: 500 }),
      decimals: 2,
    })
    return {
      symbol: ticker,
      name: listing.name,
      price_usd: price,
      change_usd: change,
      change_percent: round((change / price) * 100, 2),
      market_cap: capText(cap),
    }
  },
})
