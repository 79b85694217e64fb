import pool from '../words/texts.json' with { type: 'json' }

export const TEXTS: readonly string[] = pool.texts
