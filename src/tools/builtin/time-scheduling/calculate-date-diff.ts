import { refuse } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { computeDayNumber } from './iso-format.ts'

// One-digit months and days pass, and a day may be padded with a blank.
const CALENDAR_DATE = /^(\d{4})-(1[0-2]|0?[1-9])-(3[01]|[12]\d|[0 ]?[1-9])$/

function parseDays(text: string, parameter: string): number {
  const [year = 0, month = 0, day = 0] = (CALENDAR_DATE.exec(text) ?? []).slice(1).map(Number)
  const days = year === 0 ? undefined : computeDayNumber(year, month, day)
  return days ?? refuse(parameter, `must be a date of the calendar written YYYY-MM-DD`)
}

export const calculateDateDiff = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ date1: z.string(), date2: z.string() }),
  output: (z) => ({
    date1: z.string(),
    date2: z.string(),
    days: z.int(),
    weeks: z.number(),
    months: z.number(),
    years: z.number(),
    date1_is_before: z.boolean(),
  }),
  run({ date1, date2 }) {
    const from = parseDays(date1, 'date1')
    const to = parseDays(date2, 'date2')
    const days = Math.abs(to - from)
    return {
      date1,
      date2,
      days,
      weeks: round(days / 7, 1),
      months: round(days / 30.44, 1),
      years: round(days / 365.25, 2),
      date1_is_before: from < to,
    }
  },
})
