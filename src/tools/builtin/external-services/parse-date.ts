import { refuse } from '../../../schema/tool-error.ts'
import { strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { createLayouts, formatCalendarDate, readLayouts } from './calendar-date.ts'

// The first layout that gives a date wins: 02/03/2026 is read as February 3, 13/02/2026 as February 13.
const knownLayouts = createLayouts(
  '%Y-%m-%d',
  '%Y-%m-%dT%H:%M:%S%z',
  '%Y-%m-%dT%H:%M:%SZ',
  '%Y-%m-%dT%H:%M:%S',
  '%m/%d/%Y',
  '%d/%m/%Y',
  '%B %d, %Y',
  '%b %d, %Y',
  '%d-%m-%Y',
  '%d %B %Y',
  '%d %b %Y',
  '%Y/%m/%d',
)

export const parseDate = defineBuiltIn({
  effect: 'read',
  capability: 'convert',
  input: (z) => ({ date_string: z.string() }),
  output: (z) => ({ iso_date: z.string(), year: z.int(), month: z.int(), day: z.int() }),
  run({ date_string }) {
    const date =
      readLayouts(strip(date_string), knownLayouts()) ??
      refuse(
        'date_string',
        'is not a date in a known notation, such as 2026-02-22, 02/22/2026 or Feb 22, 2026',
      )
    const { year, month, day } = date
    return { iso_date: formatCalendarDate(date), year, month, day }
  },
})
