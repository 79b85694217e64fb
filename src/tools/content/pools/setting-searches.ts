import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/setting-searches.json' with { type: 'json' }

const { things: THINGS, settings: SETTINGS } = pool

/** Words to search the web for; some 500 different ones. */
export const drawSettingSearch = (rng: Rng): string => `${rng.pick(THINGS)} ${rng.pick(SETTINGS)}`
