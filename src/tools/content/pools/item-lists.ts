import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/item-lists.json' with { type: 'json' }

const { items: ITEMS } = pool

/** So many goods of two words each, in small letters. */
export const drawItems = (rng: Rng, count: number): string[] => rng.sample(ITEMS, count)
