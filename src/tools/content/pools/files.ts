import pool from '../words/files.json' with { type: 'json' }

export const METRICS: readonly string[] = pool.metrics
