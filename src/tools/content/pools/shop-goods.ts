import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/shop-goods.json' with { type: 'json' }

const { traits: TRAITS, goods: GOODS } = pool

/** Words to search a shop for, such as `sturdy travel kettle`. */
export const drawShopQuery = (rng: Rng): string => `${rng.pick(TRAITS)} ${rng.pick(GOODS)}`
