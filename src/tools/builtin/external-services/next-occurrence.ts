import { field } from '../../../schema/semantic.ts'
import { refuse, refuseIf } from '../../../schema/tool-error.ts'
import { capitalize } from '../../../shared/python/case.ts'
import { strip } from '../../../shared/python/text.ts'
import { drawDate } from '../../content/draws.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { parseIsoDate, SECONDS_PER_DAY, secondOf, WEEKDAYS, weekdayOf } from './calendar-date.ts'
import { dateText, momentAt } from './date-arithmetic.ts'

export const nextOccurrence = defineBuiltIn({
  name: 'next_occurrence',
  category: 'external_services',
  effect: 'read',
  capability: 'compute',
  description:
    'First date after a given one that falls on a weekday, and the days until then, 1 to 7: if the given date is that weekday itself, it is a week later. To learn the weekday of a date use get_weekday.',
  input: (z) => ({
    weekday: field(z.string(), 'weekday', 'Full English name, for example "Friday". Case does not matter.'),
    after_date: field(
      z.string(),
      'date',
      'ISO date to start after; a time or offset with it does not count.',
    ),
  }),
  output: (z) => ({
    date: field(z.string(), 'date', 'The date found, YYYY-MM-DD.'),
    days_until: field(z.int(), 'count', 'Days from the given date to it, 1 to 7.'),
  }),
  run({ weekday, after_date }) {
    const start = parseIsoDate(after_date, 'after_date')
    const name = capitalize(strip(weekday))
    const wanted = (WEEKDAYS as readonly string[]).indexOf(name)
    refuseIf(wanted < 0, 'weekday', `must be one of ${WEEKDAYS.join(', ')}`)
    const days_until = ((wanted - weekdayOf(start) + 6) % 7) + 1
    const date =
      momentAt(secondOf({ ...start, offset: 0 }) + days_until * SECONDS_PER_DAY) ??
      refuse('after_date', 'has no such weekday up to year 9999')
    return { date: dateText(date), days_until }
  },
  drawArguments: (rng) => ({
    weekday: rng.pick(WEEKDAYS),
    after_date: drawDate(rng, 2018, 2060),
  }),
})
