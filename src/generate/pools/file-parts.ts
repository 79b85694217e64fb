import type { Rng } from '../../shared/rng.ts'

const FOLDERS = [
  '/out',
  '/reports/daily',
  '/archive/letters',
  '/tmp/handover',
  '/shared/board',
  '/team/north',
  '/exports/night',
  '/notes/field',
  '/backup/desk',
  '/home/office',
  '/drafts',
  '/public/notices',
] as const

const STEMS = [
  'summary',
  'memo',
  'extract',
  'minutes',
  'notice',
  'findings',
  'readme',
  'log-entry',
  'instructions',
  'checklist',
  'statement',
  'remarks',
] as const

const ENDINGS = ['txt', 'md'] as const

/** Full path of a text file that no fresh world holds. */
export const drawPath = (rng: Rng): string =>
  `${rng.pick(FOLDERS)}/${rng.pick(STEMS)}-${rng.int(11, 960)}.${rng.pick(ENDINGS)}`

const OWNERS = [
  'harbour',
  'kitchen',
  'garden',
  'depot',
  'choir',
  'ferry',
  'library',
  'studio',
  'cellar',
  'market',
  'clinic',
  'school',
] as const

const MATTERS = [
  'rule',
  'hint',
  'status',
  'reading',
  'decision',
  'contact_note',
  'plan',
  'answer',
  'warning',
  'order',
  'snapshot',
  'promise',
] as const

/** Key of a memory that no fresh world holds, such as `ferry_decision_2031`. */
export const drawKey = (rng: Rng): string => `${rng.pick(OWNERS)}_${rng.pick(MATTERS)}_${rng.int(2027, 2049)}`

/** Tags to find a memory by. */
export const TAGS = [
  'building',
  'travel',
  'staff',
  'urgent',
  'seasonal',
  'supplies',
  'safety',
  'visitors',
  'finance',
  'outdoor',
  'logistics',
  'weekly',
] as const
