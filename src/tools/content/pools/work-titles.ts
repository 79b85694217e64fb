import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/work-titles.json' with { type: 'json' }

const { openings: OPENINGS, subjects: SUBJECTS } = pool

/** Title of a book or an essay without punctuation, its words capitalised but for small ones; 336 of them. */
export const drawWorkTitle = (rng: Rng): string => `${rng.pick(OPENINGS)} ${rng.pick(SUBJECTS)}`

/** Title of a part of a series, such as `Notes on Rye Bread, Volume 12`. */
export const drawVolumeTitle = (rng: Rng): string =>
  `${drawWorkTitle(rng)}, ${rng.pick(['Part', 'Volume', 'Chapter', 'Issue'])} ${rng.int(2, 90)}`
