import { defineBuiltIn } from '../../define-built-in.ts'
import { computeWeekday, parseIsoDate, WEEKDAYS } from './calendar-date.ts'

const SATURDAY = 5

export const isBusinessDay = defineBuiltIn({
  effect: 'read',
  capability: 'tell-time',
  input: (z) => ({ date: z.string() }),
  output: (z) => ({ is_business_day: z.boolean(), day_of_week: z.enum(WEEKDAYS) }),
  run({ date }) {
    const number = computeWeekday(parseIsoDate(date, 'date'))
    return {
      is_business_day: number < SATURDAY,
      day_of_week: WEEKDAYS[number] as (typeof WEEKDAYS)[number],
    }
  },
})
