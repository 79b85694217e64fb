import { field } from '../../../schema/semantic.ts'
import { twoDigits } from '../../content/draws.ts'
import { ZONES } from '../../content/pools/lists.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { offsetAt, zoneOf } from './zones.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** UTC offset of this many milliseconds as `+05:45`. */
function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(Math.floor(minutes % 60))}`
}

export const getCurrentTime = defineBuiltIn({
  name: 'get_current_time',
  category: 'time_scheduling',
  effect: 'read',
  capability: 'tell-time',
  description:
    'What the clock shows now in a time zone: local date, time and weekday, the UTC offset within an ISO 8601 date-time, and seconds since 1970. For another moment than now use a time zone conversion.',
  input: (z) => ({
    timezone: field(
      z.string().default('UTC'),
      'timezone',
      'IANA key in its own case, for example "Asia/Tokyo", or an abbreviation such as "EST", "CET" or "JST".',
    ),
  }),
  output: (z) => ({
    datetime: field(z.string(), 'datetime', 'Local time with offset, YYYY-MM-DDTHH:MM:SS+HH:MM.'),
    date: field(z.string(), 'date', 'Local date, YYYY-MM-DD.'),
    time: field(z.string(), 'time', 'Local time of day, HH:MM:SS, 24 hours.'),
    timezone: field(z.string(), 'timezone', 'IANA key of the zone.'),
    day_of_week: field(z.enum(WEEKDAYS), 'weekday', 'Local weekday, English.'),
    unix_timestamp: field(z.int(), 'number', 'Whole seconds since 1970-01-01T00:00:00Z.'),
  }),
  run({ timezone }, world) {
    const zone = zoneOf(timezone, 'timezone')
    const { now } = world.clock
    const offset = offsetAt(zone, now)
    const local = new Date(now + offset)
    const text = local.toISOString().slice(0, 19)
    return {
      datetime: text + offsetText(offset),
      date: text.slice(0, 10),
      time: text.slice(11),
      timezone: zone,
      day_of_week: WEEKDAYS[local.getUTCDay()] as (typeof WEEKDAYS)[number],
      unix_timestamp: Math.floor(now / 1000),
    }
  },
  drawArguments: (rng) => (rng.int(0, 7) === 0 ? {} : { timezone: rng.pick(ZONES) }),
})
