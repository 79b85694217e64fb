import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/misspelt-sentences.json' with { type: 'json' }

const { sentences: SENTENCES } = pool

/** So many of these sentences in one text. */
export const drawMisspelt = (rng: Rng, count: number): string => rng.sample(SENTENCES, count).join(' ')
