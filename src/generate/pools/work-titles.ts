import type { Rng } from '../../shared/rng.ts'

const OPENINGS = [
  'A Short History of',
  'Letters About',
  'Notes on',
  'The Quiet Side of',
  'How We Found',
  'Guide to',
  'Songs About',
  'Seven Days With',
  'The Price of',
  'Looking After',
  'Maps of',
  'Walks Around',
  'The Trouble With',
  'In Praise of',
] as const

const SUBJECTS = [
  'the Salt Works',
  'Wooden Bridges',
  'the Night Ferry',
  'Copper Roofs',
  'the Upper Canal',
  'Rye Bread',
  'Stone Walls',
  'the Lighthouse',
  'Winter Gardens',
  'the Old Tannery',
  'Tide Mills',
  'Paper Boats',
  'Forgotten Tram Lines',
  'the Cable Car',
  'Wild Bees',
  'the Harbour Crane',
  'Village Bands',
  'Slate Quarries',
  'the Floating Market',
  'Church Clocks',
  'the Ice House',
  'Rope and Canvas',
  'the Last Ticket Inspector',
  'Windows and Weather',
] as const

/** Title of a book or an essay without punctuation, its words capitalised but for small ones; 336 of them. */
export const drawWorkTitle = (rng: Rng): string => `${rng.pick(OPENINGS)} ${rng.pick(SUBJECTS)}`

/** Title of a part of a series, such as `Notes on Rye Bread, Volume 12`. */
export const drawVolumeTitle = (rng: Rng): string =>
  `${drawWorkTitle(rng)}, ${rng.pick(['Part', 'Volume', 'Chapter', 'Issue'])} ${rng.int(2, 90)}`
