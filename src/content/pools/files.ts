import pool from '../words/files.json' with { type: 'json' }

export const NEW_FILES: readonly string[] = pool.newFiles
export const KEYS: readonly string[] = pool.keys
export const METRICS: readonly string[] = pool.metrics
