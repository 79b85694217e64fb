import pool from '../words/web.json' with { type: 'json' }

export const QUERIES: readonly string[] = pool.queries
export const URLS: readonly string[] = pool.urls
export const DOMAINS: readonly string[] = pool.domains
