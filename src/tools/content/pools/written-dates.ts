import type { Rng } from '../../../shared/rng.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** Ways to write a day, a month and a year in digits. */
const NOTATIONS: readonly ((day: number, month: number, year: number) => string)[] = [
  (day, month, year) => `${day}/${pad(month)}/${year}`,
  (day, month, year) => `${pad(month)}/${day}/${year}`,
  (day, month, year) => `${day}-${pad(month)}-${year}`,
  (day, month, year) => `${day}/${month}/${year}`,
  (day, month, year) => `${month}/${day}/${year}`,
]

/**
 * A date in digits with the year at the end, such as `23/11/2031` or `4/27/1988`: no reader can take its day for the
 * month, and it has to be read to be compared with a date in another form.
 */
export const drawWrittenDate = (rng: Rng): string =>
  rng.pick(NOTATIONS)(rng.int(13, 28), rng.int(1, 12), rng.int(1902, 2098))
