import type { Rng } from '../../shared/rng.ts'

const FOLDERS = ['out', 'reports', 'archive', 'exports', 'shared', 'team', 'notes', 'backup', 'desk'] as const
const STEMS = [
  'summary',
  'figures',
  'review',
  'readings',
  'overview',
  'handover',
  'digest',
  'statement',
  'results',
  'ledger',
  'checklist',
  'record',
] as const

/** Path of a text file that is not there yet; some 200,000 different ones. */
export const drawNewPath = (rng: Rng): string =>
  `/${rng.pick(FOLDERS)}/${rng.pick(STEMS)}-${rng.int(101, 999)}.${rng.pick(['txt', 'md'])}`
