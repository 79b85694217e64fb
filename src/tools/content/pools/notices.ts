import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/notices.json' with { type: 'json' }

const { subjects: SUBJECTS, predicates: PREDICATES, days: DAYS } = pool

/** A sentence such as one finds on a notice board, without quotation marks; some 90,000 different ones. */
export const drawNotice = (rng: Rng): string => {
  const time = `${rng.int(9, 21)}:${rng.pick(['00', '10', '15', '20', '30', '40', '45', '50'])}`
  return `${rng.pick(SUBJECTS)} ${rng.pick(PREDICATES)} until ${time} on ${rng.pick(DAYS)}s.`
}
