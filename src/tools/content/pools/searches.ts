import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/city-searches.json' with { type: 'json' }
import { WORLD_CITIES } from './places.ts'

const { topics: TOPICS } = pool

/** Words to search the web for, which no other request is likely to use: `cargo bikes in Bergen`. */
export const drawSearch = (rng: Rng): string =>
  `${rng.pick(TOPICS)} ${rng.pick(['in', 'near', 'around'])} ${rng.pick(WORLD_CITIES)}`
