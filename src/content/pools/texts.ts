import pool from '../words/texts.json' with { type: 'json' }

export const TEXTS: readonly string[] = pool.texts
export const NAMES: readonly string[] = pool.names
export const KEYWORD_TEXTS: readonly string[] = pool.keywordTexts
export const SEPARATORS: readonly string[] = pool.separators
