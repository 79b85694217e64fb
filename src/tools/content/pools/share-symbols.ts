import pool from '../words/share-symbols.json' with { type: 'json' }
import { TICKERS } from './markets.ts'

const { heads: HEADS, tails: TAILS } = pool

/** Ticker symbols of shares, some 300. */
export const SHARE_SYMBOLS: readonly string[] = [
  ...new Set([...TICKERS, ...HEADS.flatMap((head) => TAILS.map((tail) => head + tail))]),
]
