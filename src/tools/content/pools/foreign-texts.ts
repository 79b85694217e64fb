import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/foreign-texts.json' with { type: 'json' }

export const FOREIGN_TEXTS: Readonly<Record<'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl', readonly string[]>> =
  pool.foreignTexts

/** Three sentences in three languages. */
export const drawForeignSentences = (rng: Rng): string[] =>
  rng.sample(Object.values(FOREIGN_TEXTS), 3).map((sentences) => rng.pick(sentences))
