import { defineBuiltIn } from '../../define-built-in.ts'
import { computeWeekday, parseIsoDate, WEEKDAYS } from './calendar-date.ts'

export const getWeekday = defineBuiltIn({
  effect: 'read',
  capability: 'tell-time',
  input: (z) => ({ date: z.string() }),
  output: (z) => ({ weekday: z.enum(WEEKDAYS), day_number: z.int() }),
  run({ date }) {
    const number = computeWeekday(parseIsoDate(date, 'date'))
    return { weekday: WEEKDAYS[number] as (typeof WEEKDAYS)[number], day_number: number }
  },
})
