import { TICKERS } from './markets.ts'

const HEADS = ['BR', 'CL', 'DR', 'FL', 'GR', 'KL', 'NV', 'PR', 'QV', 'SK', 'TR', 'VL'] as const
const TAILS = ['AX', 'EN', 'IX', 'OM', 'UR', 'YN', 'ET', 'OS', 'IL', 'AD'] as const

/** Ticker symbols of shares, some 300. */
export const SHARE_SYMBOLS: readonly string[] = [
  ...new Set([...TICKERS, ...HEADS.flatMap((head) => TAILS.map((tail) => head + tail))]),
]
