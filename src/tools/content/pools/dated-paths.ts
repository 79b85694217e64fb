import type { Rng } from '../../../shared/rng.ts'
import { drawDate } from '../draws.ts'
import pool from '../words/dated-paths.json' with { type: 'json' }

const { folders: FOLDERS, stems: STEMS } = pool

/** Path of a file that is not there yet, with a date in its name; a text file unless told otherwise. */
export const drawDatedPath = (rng: Rng, suffix = 'txt'): string =>
  `${rng.pick(FOLDERS)}/${rng.pick(STEMS)}-${drawDate(rng, 2030, 2034)}.${suffix}`
