import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/readings.json' with { type: 'json' }

const { subjects: SUBJECTS, headings: HEADINGS, units: UNITS } = pool

/** A number below 1,000 with two decimals, the last of them not 0. */
export const drawReading = (rng: Rng): number => (rng.int(101, 9989) * 10 + rng.int(1, 9)) / 100

/** A text that lists three to five readings, each written with its unit attached: `old mill 48.13kg`. */
export function drawReadings(rng: Rng): string {
  const unit = rng.pick(UNITS)
  const rows = rng.sample(SUBJECTS, rng.int(3, 5)).map((subject) => `${subject} ${drawReading(rng)}${unit}`)
  return `${rng.pick(HEADINGS)}: ${rows.join(', ')}.`
}
