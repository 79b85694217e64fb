import type { Rng } from '../../../shared/rng.ts'
import { fillText } from '../fill.ts'
import pool from '../words/facts.json' with { type: 'json' }

const { subjects: SUBJECTS } = pool

const FORMS = pool.forms

/** A question that the knowledge base has an entry for, and the domain of that. */
export function drawQuestion(rng: Rng): { domain: string; query: string } {
  const { domain, subject } = rng.pick(SUBJECTS)
  return { domain, query: fillText(rng.pick(FORMS), { subject, number: rng.int(2, 99) }) }
}
