import { field } from '../../../schema/semantic.ts'
import { refuse } from '../../../schema/tool-error.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawDate, drawDateTime } from '../../content/draws.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { parseIsoDate, SECONDS_PER_DAY, secondOf } from './calendar-date.ts'
import { dateText, momentAt, timeText } from './date-arithmetic.ts'

const PARTS: readonly (readonly [name: string, draw: (rng: Rng) => number])[] = [
  ['days', (rng) => rng.int(2, 400)],
  ['hours', (rng) => rng.int(2, 70)],
  ['minutes', (rng) => rng.int(2, 170)],
]

export const addDuration = defineBuiltIn({
  name: 'add_duration',
  category: 'external_services',
  effect: 'read',
  capability: 'compute',
  description:
    'Adds days, hours and minutes to an ISO date and returns the date and time of day that result; negative numbers go back. The clock time counts as written: an offset such as +05:30 is dropped, not converted, and the result ends in Z. To measure between two dates use calculate_date_diff.',
  input: (z) => ({
    date: field(z.string(), 'datetime', 'ISO date, with or without a time; without one midnight is meant.'),
    days: field(z.int().default(0), 'duration', 'Days to add, negative to subtract.'),
    hours: field(z.int().default(0), 'duration', 'Hours to add, negative to subtract.'),
    minutes: field(z.int().default(0), 'duration', 'Minutes to add, negative to subtract.'),
  }),
  output: (z) => ({
    result_date: field(z.string(), 'datetime', 'The result, YYYY-MM-DDTHH:MM:SSZ.'),
  }),
  run({ date, days, hours, minutes }) {
    const start = parseIsoDate(date, 'date')
    const result =
      momentAt(secondOf({ ...start, offset: 0 }) + days * SECONDS_PER_DAY + hours * 3600 + minutes * 60) ??
      refuse('date', 'and the duration lead out of the years 1 to 9999')
    // The published results print the written clock time with a Z whatever its offset was.
    return { result_date: `${dateText(result)}T${timeText(result.secondOfDay)}Z` }
  },
  drawArguments(rng) {
    const date = rng.int(0, 2) === 0 ? drawDate(rng, 2022, 2036) : drawDateTime(rng).replace(' ', 'T')
    const parts = rng.sample(PARTS, rng.int(1, 3))
    return { date, ...Object.fromEntries(parts.map(([name, draw]) => [name, draw(rng)])) }
  },
})
