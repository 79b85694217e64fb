import { field } from '../../../schema/semantic.ts'
import { refuse } from '../../../schema/tool-error.ts'
import { strip } from '../../../shared/python/text.ts'
import { drawWrittenDate } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { layouts, readLayouts, twoDigits } from './calendar-date.ts'

// The first layout that gives a date wins: 02/03/2026 is read as February 3, 13/02/2026 as February 13.
const knownLayouts = layouts(
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
  name: 'parse_date',
  category: 'external_services',
  effect: 'read',
  capability: 'convert',
  description:
    'Reads a date in one of the usual notations (ISO, 02/22/2026, 22/02/2026, 22-02-2026, 2026/02/22, February 22, 2026, 22 Feb 2026) and returns it as ISO text and as numbers. Where both could be meant, the month comes before the day. It does not understand words such as "tomorrow"; to write a date in another notation use format_date.',
  input: (z) => ({
    date_string: field(z.string(), 'date', 'The date, for example "Feb 22, 2026"; the year has four digits.'),
  }),
  output: (z) => ({
    iso_date: field(z.string(), 'date', 'The date as YYYY-MM-DD.'),
    year: field(z.int(), 'number', 'Year.'),
    month: field(z.int(), 'number', 'Month, 1 to 12.'),
    day: field(z.int(), 'number', 'Day of the month, 1 to 31.'),
  }),
  run({ date_string }) {
    const date =
      readLayouts(strip(date_string), knownLayouts()) ??
      refuse(
        'date_string',
        'is not a date in a known notation, such as 2026-02-22, 02/22/2026 or Feb 22, 2026',
      )
    const { year, month, day } = date
    return { iso_date: `${year}-${twoDigits(month)}-${twoDigits(day)}`, year, month, day }
  },
  drawArguments: (rng) => ({ date_string: drawWrittenDate(rng) }),
})
