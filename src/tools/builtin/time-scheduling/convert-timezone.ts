import { refuse, refuseIf } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import {
  DAY,
  formatDateAndTime,
  formatIso,
  isWithinCalendar,
  parseIsoFormat,
  type WallTime,
} from './iso-format.ts'
import { findOffset, resolveZone } from './zones.ts'

const MICROS = 1_000_000
// Until then every zone kept the mean time of its own place.
const FIRST_ZONES = Date.UTC(1800, 0, 1)
const CLOCK_TIME = /^\s*(\d{1,2}):(\d{1,2})\s*$/

/** Seconds that the zone's clocks are ahead of UTC at an instant given in seconds. */
const findZoneOffset = (zone: string, instant: number): number =>
  findOffset(zone, Math.max(instant * 1000, FIRST_ZONES)) / 1000

/**
 * The same for a time on the zone's walls. A time that clocks show twice counts as the first of the two; one
 * that they skip is read with the offset from before.
 */
function findWallOffset(zone: string, seconds: number): number {
  const before = findZoneOffset(zone, seconds - DAY)
  const after = findZoneOffset(zone, seconds + DAY)
  if (before === after || findZoneOffset(zone, seconds - before) === before) return before
  return findZoneOffset(zone, seconds - after) === after ? after : before
}

function readTime(text: string, zone: string, now: number): WallTime {
  if (/[T-]/.test(text)) {
    const time = parseIsoFormat(text.replaceAll('Z', '+00:00'))
    if (time !== undefined) return time
  } else {
    const [, hour = '24', minute = '0'] = CLOCK_TIME.exec(text) ?? []
    if (Number(hour) < 24 && Number(minute) < 60) {
      const instant = Math.floor(now / 1000)
      const today = Math.floor((instant + findZoneOffset(zone, instant)) / DAY)
      return {
        seconds: today * DAY + Number(hour) * 3600 + Number(minute) * 60,
        micros: 0,
        offset: undefined,
      }
    }
  }
  refuse(
    'datetime_str',
    'must be an ISO 8601 date or date-time such as "2026-03-15T14:00:00", or a time of today as "HH:MM"',
  )
}

/** Another wall's time at the same instant; both offsets in microseconds. */
function shift({ seconds, micros }: WallTime, by: number): WallTime {
  const total = micros + by
  const carry = Math.floor(total / MICROS)
  return { seconds: seconds + carry, micros: total - carry * MICROS, offset: undefined }
}

function checkYear({ seconds }: WallTime): void {
  refuseIf(
    !isWithinCalendar(seconds),
    'datetime_str',
    'must be a time within the years 1 to 9999 in every zone',
  )
}

export const convertTimezone = defineBuiltIn({
  effect: 'read',
  capability: 'convert',
  input: (z) => ({ datetime_str: z.string(), from_timezone: z.string(), to_timezone: z.string() }),
  output: (z) => ({
    original: z.string(),
    original_timezone: z.string(),
    converted: z.string(),
    converted_timezone: z.string(),
    converted_time: z.string(),
    converted_date: z.string(),
  }),
  run({ datetime_str, from_timezone, to_timezone }, world) {
    const from = resolveZone(from_timezone, 'from_timezone')
    const to = resolveZone(to_timezone, 'to_timezone')
    const time = readTime(datetime_str, from, world.clock.now)
    const offset = time.offset ?? findWallOffset(from, time.seconds) * MICROS
    const utc = shift(time, -offset)
    let target = time
    let targetOffset = offset
    // Within one zone nothing is converted, not even a time that its clocks skip.
    if (time.offset !== undefined || from !== to) {
      checkYear(utc)
      targetOffset = findZoneOffset(to, utc.seconds) * MICROS
      target = shift(utc, targetOffset)
      checkYear(target)
    }
    const { date, time: timeOfDay } = formatDateAndTime(target.seconds)
    return {
      original: formatIso(time, offset),
      original_timezone: from,
      converted: formatIso(target, targetOffset),
      converted_timezone: to,
      converted_time: timeOfDay,
      converted_date: date,
    }
  },
})
