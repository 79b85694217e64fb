import pool from '../words/markets.json' with { type: 'json' }

export const SYMBOLS: readonly string[] = pool.symbols
export const CURRENCIES: readonly string[] = pool.currencies
export const CLIENTS: readonly string[] = pool.clients
export const SERVICES: readonly string[] = pool.services

/** Ticker symbols for tasks that take one each. */
export const TICKERS: readonly string[] = [...SYMBOLS, ...pool.moreSymbols]
