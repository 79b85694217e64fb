import type { Rng } from '../../shared/rng.ts'

const CREWS = [
  'night crew',
  'harbour team',
  'east depot',
  'survey group',
  'kitchen staff',
  'repair shop',
  'front office',
  'ferry crew',
  'garden team',
  'archive desk',
  'early shift',
  'school board',
] as const

const DEEDS = [
  'counted',
  'unpacked',
  'labelled',
  'sorted',
  'returned',
  'ordered',
  'repaired',
  'inspected',
  'shipped',
  'stacked',
] as const

const THINGS = [
  'crates',
  'lanterns',
  'folders',
  'bicycles',
  'helmets',
  'pumps',
  'blankets',
  'windows',
  'letters',
  'pallets',
  'chairs',
  'radios',
] as const

const TIMES = [
  'before noon',
  'on Monday',
  'on Tuesday',
  'on Thursday',
  'over the weekend',
  'last week',
  'during the storm',
  'after the fair',
  'in the evening',
  'at short notice',
] as const

/** A sentence about a day's work, with a number of two digits or three: one of some million. */
export const drawRemark = (rng: Rng): string =>
  `The ${rng.pick(CREWS)} ${rng.pick(DEEDS)} ${rng.int(12, 960)} ${rng.pick(THINGS)} ${rng.pick(TIMES)}.`
