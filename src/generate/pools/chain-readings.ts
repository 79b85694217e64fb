import type { Rng } from '../../shared/rng.ts'

const SUBJECTS = [
  'north gate',
  'boiler room',
  'east silo',
  'upper lock',
  'smokehouse',
  'greenhouse',
  'pump station',
  'cold store',
  'paint shop',
  'old mill',
  'west ramp',
  'quay crane',
  'bakery',
  'laundry',
  'seed bank',
  'rope walk',
  'main hall',
  'fish market',
  'tannery',
  'sawmill',
] as const

const HEADINGS = [
  'Readings of the day',
  'Deliveries of the week',
  'From the log book',
  'Measured this morning',
  'Figures sent in by the sites',
  'What the meters show',
] as const

const UNITS = ['kg', 'km', 'cm', 'mm', 'l', 'kWh', 'ml', 'g'] as const

/** A number below 1,000 with two decimals, the last of them not 0. */
export const drawReading = (rng: Rng): number => (rng.int(101, 9989) * 10 + rng.int(1, 9)) / 100

/** A text that lists four to six readings, each written with its unit attached: `old mill 48.13kg`. */
export function drawReadings(rng: Rng): string {
  const unit = rng.pick(UNITS)
  const rows = rng.sample(SUBJECTS, rng.int(4, 6)).map((subject) => `${subject} ${drawReading(rng)}${unit}`)
  return `${rng.pick(HEADINGS)}: ${rows.join(', ')}.`
}
