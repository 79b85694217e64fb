import type { Rng } from '../../../shared/rng.ts'
import { fillText } from '../fill.ts'
import pool from '../words/headlines.json' with { type: 'json' }

const { subjects: SUBJECTS } = pool

const FORMS = pool.forms

/** Three headlines on one subject, every word capitalised: the word that they share is the most frequent one. */
export function drawHeadlines(rng: Rng): string {
  const subject = rng.pick(SUBJECTS)
  return rng
    .sample(FORMS, 3)
    .map((form) => `${fillText(form, { subject })}.`)
    .join(' ')
}
