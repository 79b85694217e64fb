import type { Rng } from '../../../shared/rng.ts'
import { fillText } from '../fill.ts'
import pool from '../words/enquiries.json' with { type: 'json' }
import { WORLD_CITIES } from './places.ts'

/** A question that a reference work has no settled entry for, and the field of knowledge it belongs to. */
export function drawEnquiry(rng: Rng): { query: string; domain: string } {
  const { domain, on, ask } = rng.pick(pool.questions)
  const subject = rng.pick(on === 'cities' ? WORLD_CITIES : pool.devices)
  return { query: fillText(ask, { subject }), domain }
}
