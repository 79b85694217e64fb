import { MONTHS } from '../../../shared/english.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { type CalendarDate, formatCalendarDate, padToTwoDigits, parseIsoDate } from './calendar-date.ts'

const readMonthName = ({ month }: CalendarDate): string => MONTHS[month - 1] as string

// Years before 1000 are written without leading zeros, as the published results have them.
const FORMATS = {
  short: (date: CalendarDate) =>
    `${readMonthName(date).slice(0, 3)} ${padToTwoDigits(date.day)}, ${date.year}`,
  long: (date: CalendarDate) => `${readMonthName(date)} ${padToTwoDigits(date.day)}, ${date.year}`,
  iso: formatCalendarDate,
  us: (date: CalendarDate) => `${padToTwoDigits(date.month)}/${padToTwoDigits(date.day)}/${date.year}`,
  eu: (date: CalendarDate) => `${padToTwoDigits(date.day)}/${padToTwoDigits(date.month)}/${date.year}`,
}

export const formatDate = defineBuiltIn({
  effect: 'read',
  capability: 'convert',
  input: (z) => ({ date: z.string(), format: z.enum(['short', 'long', 'iso', 'us', 'eu']) }),
  output: (z) => ({ formatted: z.string() }),
  run: ({ date, format }) => ({ formatted: FORMATS[format](parseIsoDate(date, 'date')) }),
})
