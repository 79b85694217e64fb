import { defineBuiltIn } from '../../define-built-in.ts'
import { formatOffset } from './iso-format.ts'
import { findOffset, resolveZone } from './zones.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export const getCurrentTime = defineBuiltIn({
  effect: 'read',
  capability: 'tell-time',
  input: (z) => ({ timezone: z.string().default('UTC') }),
  output: (z) => ({
    datetime: z.string(),
    date: z.string(),
    time: z.string(),
    timezone: z.string(),
    day_of_week: z.enum(WEEKDAYS),
    unix_timestamp: z.int(),
  }),
  run({ timezone }, world) {
    const zone = resolveZone(timezone, 'timezone')
    const { now } = world.clock
    const offset = findOffset(zone, now)
    const local = new Date(now + offset)
    const text = local.toISOString().slice(0, 19)
    return {
      datetime: text + formatOffset(offset * 1000),
      date: text.slice(0, 10),
      time: text.slice(11),
      timezone: zone,
      day_of_week: WEEKDAYS[local.getUTCDay()] as (typeof WEEKDAYS)[number],
      unix_timestamp: Math.floor(now / 1000),
    }
  },
})
