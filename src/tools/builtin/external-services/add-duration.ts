import { refuse } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { DAY } from '../time-scheduling/iso-format.ts'
import { formatWallTime, parseIsoDate } from './calendar-date.ts'

export const addDuration = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({
    date: z.string(),
    days: z.int().default(0),
    hours: z.int().default(0),
    minutes: z.int().default(0),
  }),
  output: (z) => ({ result_date: z.string() }),
  run({ date, days, hours, minutes }) {
    const { seconds } = parseIsoDate(date, 'date')
    const result =
      formatWallTime(seconds + days * DAY + hours * 3600 + minutes * 60) ??
      refuse('date', 'and the duration lead out of the years 1 to 9999')
    // The published results print the written clock time with a Z whatever its offset was.
    return { result_date: `${result.date}T${result.time}Z` }
  },
})
