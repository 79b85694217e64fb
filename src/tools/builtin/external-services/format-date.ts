import { field } from '../../../schema/semantic.ts'
import { MONTHS } from '../../../shared/english.ts'
import { drawDate } from '../../content/draws.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { type CalendarDate, parseIsoDate, twoDigits } from './calendar-date.ts'

const monthName = ({ month }: CalendarDate): string => MONTHS[month - 1] as string

// Years before 1000 are written without leading zeros, as the published results have them.
const FORMATS = {
  short: (date: CalendarDate) => `${monthName(date).slice(0, 3)} ${twoDigits(date.day)}, ${date.year}`,
  long: (date: CalendarDate) => `${monthName(date)} ${twoDigits(date.day)}, ${date.year}`,
  iso: (date: CalendarDate) => `${date.year}-${twoDigits(date.month)}-${twoDigits(date.day)}`,
  us: (date: CalendarDate) => `${twoDigits(date.month)}/${twoDigits(date.day)}/${date.year}`,
  eu: (date: CalendarDate) => `${twoDigits(date.day)}/${twoDigits(date.month)}/${date.year}`,
}

export const formatDate = defineBuiltIn({
  name: 'format_date',
  category: 'external_services',
  effect: 'read',
  capability: 'convert',
  description:
    'Writes an ISO date in another notation: "short" Feb 05, 2026; "long" February 05, 2026; "iso" 2026-02-05; "us" 02/05/2026; "eu" 05/02/2026. Time of day and offset are dropped. To read a date that is not ISO use parse_date.',
  input: (z) => ({
    date: field(z.string(), 'date', 'ISO date, with or without a time, for example "2026-02-05".'),
    format: field(z.enum(['short', 'long', 'iso', 'us', 'eu']), 'enum', 'Notation wanted.'),
  }),
  output: (z) => ({
    formatted: field(z.string(), 'text', 'The date in the notation asked for.'),
  }),
  run: ({ date, format }) => ({ formatted: FORMATS[format](parseIsoDate(date, 'date')) }),
  drawArguments: (rng) => ({
    date: drawDate(rng, 1905, 2095),
    format: rng.pick(['short', 'long', 'short', 'long', 'us', 'eu']),
  }),
})
