import { refuseIf } from '../../../schema/tool-error.ts'
import { formatCount } from '../../../shared/english.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { DAY } from '../time-scheduling/iso-format.ts'
import { computeSecond, parseIsoDate } from './calendar-date.ts'

const DAYS_PER_YEAR = 365
const DAYS_PER_MONTH = 30

/** In words, by years of 365 and months of 30 days; parts that are zero are left out. */
function describeDuration(days: number, hours: number): string {
  const rest = days % DAYS_PER_YEAR
  const parts: [number, string][] = [
    [Math.floor(days / DAYS_PER_YEAR), 'year'],
    [Math.floor(rest / DAYS_PER_MONTH), 'month'],
    [rest % DAYS_PER_MONTH, 'day'],
    [hours, 'hour'],
  ]
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => formatCount(count, unit))
  return words.join(', ') || 'under an hour'
}

export const timeSince = defineBuiltIn({
  effect: 'read',
  capability: 'tell-time',
  input: (z) => ({ date: z.string() }),
  output: (z) => ({ days: z.int(), hours: z.int(), human_readable: z.string() }),
  run({ date }, world) {
    // At seed 0 this is the time of new records, not the clock on the wall.
    const now = computeSecond(parseIsoDate(world.clock.stamp, 'date'))
    const seconds = now - computeSecond(parseIsoDate(date, 'date'))
    refuseIf(seconds < 0, 'date', `must not be after now, ${world.clock.stamp}Z`)
    const days = Math.floor(seconds / DAY)
    const hours = Math.floor((seconds % DAY) / 3600)
    return { days, hours, human_readable: describeDuration(days, hours) }
  },
})
