import { refuseIf } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { DAY } from '../time-scheduling/iso-format.ts'
import { computeSecond, computeWeekday, parseIsoDate } from './calendar-date.ts'

const DAYS_PER_WEEK = 7
const BUSINESS_DAYS_PER_WEEK = 5

export const businessDaysBetween = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ start_date: z.string(), end_date: z.string() }),
  output: (z) => ({ business_days: z.int(), total_days: z.int() }),
  run({ start_date, end_date }) {
    const start = parseIsoDate(start_date, 'start_date')
    const seconds = computeSecond(parseIsoDate(end_date, 'end_date')) - computeSecond(start)
    refuseIf(seconds < 0, 'end_date', 'must not be before "start_date"')
    const days = Math.floor(seconds / DAY)
    const first = computeWeekday(start)
    let business = Math.floor(days / DAYS_PER_WEEK) * BUSINESS_DAYS_PER_WEEK
    for (let day = 1; day <= days % DAYS_PER_WEEK; day++) {
      if ((first + day) % DAYS_PER_WEEK < BUSINESS_DAYS_PER_WEEK) business++
    }
    return { business_days: business, total_days: days }
  },
})
