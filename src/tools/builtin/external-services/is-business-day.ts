import { field } from '../../../schema/semantic.ts'
import { drawDate } from '../../content/draws.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { parseIsoDate, WEEKDAYS, weekdayOf } from './calendar-date.ts'

const SATURDAY = 5

export const isBusinessDay = defineBuiltIn({
  name: 'is_business_day',
  category: 'external_services',
  effect: 'read',
  capability: 'tell-time',
  description:
    'Whether an ISO date falls on Monday to Friday, with the English name of its weekday. Public holidays are not known to it. It looks at one day; to count the working days of a period use business_days_between.',
  input: (z) => ({
    date: field(z.string(), 'date', 'ISO date, with or without a time, for example "2026-03-15".'),
  }),
  output: (z) => ({
    is_business_day: field(z.boolean(), 'boolean', 'True from Monday to Friday.'),
    day_of_week: field(z.enum(WEEKDAYS), 'weekday', 'English name of the weekday.'),
  }),
  run({ date }) {
    const number = weekdayOf(parseIsoDate(date, 'date'))
    return {
      is_business_day: number < SATURDAY,
      day_of_week: WEEKDAYS[number] as (typeof WEEKDAYS)[number],
    }
  },
  drawArguments: (rng) => ({ date: drawDate(rng, 1905, 2095) }),
})
