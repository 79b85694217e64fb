import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/message-parts.json' with { type: 'json' }

const { places: PLACES, states: STATES, spans: SPANS } = pool

/** A sentence of news about a place, with full stop, without quotation marks; 6,912 of them. */
export const drawMessage = (rng: Rng): string => `${rng.pick(PLACES)} ${rng.pick(STATES)} ${rng.pick(SPANS)}.`
