import type { Rng } from '../../shared/rng.ts'
import { drawDate } from '../draws.ts'

const FOLDERS = ['/out', '/reports', '/archive', '/shared', '/team', '/exports', '/notes', '/backup'] as const
const STEMS = ['entry', 'figures', 'summary', 'handover', 'digest', 'review', 'extract', 'record'] as const

/** Path of a file that is not there yet, with a date in its name; a text file unless told otherwise. */
export const drawNewPath = (rng: Rng, suffix = 'txt'): string =>
  `${rng.pick(FOLDERS)}/${rng.pick(STEMS)}-${drawDate(rng, 2030, 2034)}.${suffix}`
