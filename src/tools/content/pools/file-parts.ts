import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/file-parts.json' with { type: 'json' }

const { folders: FOLDERS, stems: STEMS, endings: ENDINGS, owners: OWNERS, matters: MATTERS } = pool

/** Full path of a text file that no fresh world holds. */
export const drawPath = (rng: Rng): string =>
  `${rng.pick(FOLDERS)}/${rng.pick(STEMS)}-${rng.int(11, 960)}.${rng.pick(ENDINGS)}`

/** Key of a memory that no fresh world holds, such as `ferry_decision_2031`. */
export const drawKey = (rng: Rng): string => `${rng.pick(OWNERS)}_${rng.pick(MATTERS)}_${rng.int(2027, 2049)}`

export const TAGS: readonly string[] = pool.tags
