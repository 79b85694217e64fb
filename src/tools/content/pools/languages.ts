import pool from '../words/languages.json' with { type: 'json' }

export const LANGUAGES: readonly { code: string; name: string }[] = pool.languages
