import { field } from '../../../schema/semantic.ts'
import { drawDate } from '../../content/draws.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { parseIsoDate, WEEKDAYS, weekdayOf } from './calendar-date.ts'

export const getWeekday = defineBuiltIn({
  name: 'get_weekday',
  category: 'external_services',
  effect: 'read',
  capability: 'tell-time',
  description:
    'English name of the weekday of an ISO date, and its number from 0 for Monday to 6 for Sunday. The date counts as written, whatever its offset. To learn whether people work on that day use the business day check.',
  input: (z) => ({
    date: field(z.string(), 'date', 'ISO date, with or without a time, for example "2026-03-15".'),
  }),
  output: (z) => ({
    weekday: field(z.enum(WEEKDAYS), 'weekday', 'English name of the weekday.'),
    day_number: field(z.int(), 'index', '0 for Monday to 6 for Sunday.'),
  }),
  run({ date }) {
    const number = weekdayOf(parseIsoDate(date, 'date'))
    return { weekday: WEEKDAYS[number] as (typeof WEEKDAYS)[number], day_number: number }
  },
  drawArguments: (rng) => ({ date: drawDate(rng, 1905, 2095) }),
})
