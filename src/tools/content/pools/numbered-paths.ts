import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/numbered-paths.json' with { type: 'json' }

const { folders: FOLDERS, stems: STEMS } = pool

/** Path of a text file that is not there yet; some 200,000 different ones. */
export const drawNumberedPath = (rng: Rng): string =>
  `/${rng.pick(FOLDERS)}/${rng.pick(STEMS)}-${rng.int(101, 999)}.${rng.pick(['txt', 'md'])}`
