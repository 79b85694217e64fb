import type { Rng } from '../../../shared/rng.ts'
import { drawDate } from '../../../tools/content/draws.ts'
import { type Person, POOLS } from '../../../tools/content/pools/lists.ts'
import pools from './pools.json' with { type: 'json' }

export const PEOPLE = POOLS.people as unknown as readonly Person[]
export const TICKERS = POOLS.tickers as readonly string[]
export const SERVICES = POOLS.services as readonly string[]

/** What shops sell in many makes. */
export const GOODS: readonly string[] = pools.goods

/** A day that lies ahead in every world, since their clocks end in 2029, and in most of them not far. */
export const pickDay = (rng: Rng): string => drawDate(rng, 2030, 2031)

/** Numbers of six digits, as they stand in references. */
export const drawCodes = (rng: Rng, count: number): number[] =>
  Array.from({ length: count }, () => rng.int(100_000, 999_999))
