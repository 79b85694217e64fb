import type { PublishedRow } from '../schema/report.ts'
import published from './published-leaderboard.json' with { type: 'json' }

/**
 * The 18 rows that the CompToolBench paper publishes, best first: metrics of its own scorer on its own 200 tasks, which
 * no other scorer's can be set beside. Its data set is CC BY 4.0. Five level drops differ from their row, as published.
 */
export const PUBLISHED_ROWS: readonly PublishedRow[] = published.rows as PublishedRow[]

/** The three published means: all models, those of the cloud, those that run locally. */
export const PUBLISHED_AVERAGES: readonly PublishedRow[] = published.averages as PublishedRow[]
