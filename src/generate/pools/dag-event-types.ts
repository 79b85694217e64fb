import type { Rng } from '../../shared/rng.ts'
import { EVENT_TYPES } from './titles.ts'

/** The kind of a log entry with the number of its run, such as `stock_watch_17`. */
export const drawEventType = (rng: Rng): string => `${rng.pick(EVENT_TYPES)}_${rng.int(11, 99)}`
