import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/foreign-sentences.json' with { type: 'json' }

const { sentences: SENTENCES } = pool

/** Two sentences in one of six languages: French, German, Spanish, Italian, Portuguese or Dutch. */
export const drawForeign = (rng: Rng): string => rng.sample(rng.pick(SENTENCES), 2).join(' ')
