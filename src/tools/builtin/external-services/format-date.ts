import { MONTHS } from '../../../shared/english.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { type CalendarDate, dateText, parseIsoDate, twoDigits } from './calendar-date.ts'

const monthName = ({ month }: CalendarDate): string => MONTHS[month - 1] as string

// Years before 1000 are written without leading zeros, as the published results have them.
const FORMATS = {
  short: (date: CalendarDate) => `${monthName(date).slice(0, 3)} ${twoDigits(date.day)}, ${date.year}`,
  long: (date: CalendarDate) => `${monthName(date)} ${twoDigits(date.day)}, ${date.year}`,
  iso: dateText,
  us: (date: CalendarDate) => `${twoDigits(date.month)}/${twoDigits(date.day)}/${date.year}`,
  eu: (date: CalendarDate) => `${twoDigits(date.day)}/${twoDigits(date.month)}/${date.year}`,
}

export const formatDate = defineBuiltIn({
  effect: 'read',
  capability: 'convert',
  input: (z) => ({ date: z.string(), format: z.enum(['short', 'long', 'iso', 'us', 'eu']) }),
  output: (z) => ({ formatted: z.string() }),
  run: ({ date, format }) => ({ formatted: FORMATS[format](parseIsoDate(date, 'date')) }),
})
