import { refuse, refuseIf } from '../../../schema/tool-error.ts'
import { capitalize } from '../../../shared/python/case.ts'
import { strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { DAY } from '../time-scheduling/iso-format.ts'
import { computeWeekday, formatWallTime, parseIsoDate, WEEKDAYS } from './calendar-date.ts'

export const nextOccurrence = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ weekday: z.string(), after_date: z.string() }),
  output: (z) => ({ date: z.string(), days_until: z.int() }),
  run({ weekday, after_date }) {
    const start = parseIsoDate(after_date, 'after_date')
    const name = capitalize(strip(weekday))
    const wanted = (WEEKDAYS as readonly string[]).indexOf(name)
    refuseIf(wanted < 0, 'weekday', `must be one of ${WEEKDAYS.join(', ')}`)
    const days_until = ((wanted - computeWeekday(start) + 6) % 7) + 1
    const found =
      formatWallTime(start.seconds + days_until * DAY) ??
      refuse('after_date', 'has no such weekday up to year 9999')
    return { date: found.date, days_until }
  },
})
