/** A date and time as a wall clock shows it, and how far that clock is ahead of UTC, if the text says so. */
export interface WallTime {
  /** Seconds from 1970-01-01T00:00:00 on the same wall, whole. */
  seconds: number
  /** The rest, 0 to 999,999. */
  micros: number
  /** Microseconds. */
  offset: number | undefined
}

const buildClockPattern = (prefix: string): string =>
  `(?<${prefix}Hour>\\d\\d)(?:(?<${prefix}Colon>:?)(?<${prefix}Minute>\\d\\d)` +
  `(?:\\k<${prefix}Colon>(?<${prefix}Second>\\d\\d)(?:[.,](?<${prefix}Fraction>\\d+))?)?)?`

// Extended and basic forms, calendar and week dates, any one character between date and time. In
// "2026-W11-1200" the second hyphen is that character, as a weekday has one digit. Python 3.13 also takes
// fractions of hours and minutes and makes fractions of a second of them; those are refused.
const ISO = new RegExp(
  '^(?<year>\\d{4})' +
    '(?:(?<dash>-?)(?<month>\\d\\d)\\k<dash>(?<day>\\d\\d)|(?<weekDash>-?)W(?<week>\\d\\d)(?:\\k<weekDash>(?<weekday>\\d)(?!(?<=-\\d)\\d))?)' +
    `(?:.${buildClockPattern('')}(?:Z|(?<sign>[+-])${buildClockPattern('offset')})?)?$`,
  'su',
)

export const DAY = 86_400
const FIRST_YEAR_START = -62_135_596_800
const LAST_YEAR_END = 253_402_300_800

/** Days from 1970-01-01 to a date of the calendar; undefined for the 30th of February. */
export function computeDayNumber(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.getTime() / 1000 / DAY
}

/** Days from 1970-01-01 to the Monday of the first ISO week of a year: that of the 4th of January. */
function findFirstMonday(year: number): number {
  const fourth = computeDayNumber(year, 1, 4) as number
  // 1970-01-01 was a Thursday.
  return fourth - ((((fourth + 3) % 7) + 7) % 7)
}

function computeWeekDayNumber(year: number, week: number, weekday: number): number | undefined {
  const first = findFirstMonday(year)
  const weeks = (findFirstMonday(year + 1) - first) / 7
  if (week < 1 || week > weeks || weekday < 1 || weekday > 7) return undefined
  return first + (week - 1) * 7 + weekday - 1
}

/** Whether the years 1 to 9999 hold a number of seconds from 1970. */
export const isWithinCalendar = (seconds: number): boolean =>
  seconds >= FIRST_YEAR_START && seconds < LAST_YEAR_END

/** Microseconds that a fraction of a second stands for; digits after the sixth are dropped. */
const parseMicros = (fraction = ''): number => Number(fraction.slice(0, 6).padEnd(6, '0'))

/**
 * Reads a date, or a date and time, in one of the ISO 8601 forms that Python's `datetime.fromisoformat`
 * knows: "2026-03-15", "2026-03-15T14:00:00.5+01:00", "20260315 1400", "2026-W11-7". Undefined for others
 * and for what no calendar or clock shows.
 */
export function parseIsoFormat(text: string): WallTime | undefined {
  const parts = ISO.exec(text)?.groups
  if (parts === undefined) return undefined
  const readNumber = (name: string): number => Number(parts[name] ?? 0)
  const year = readNumber('year')
  if (year === 0) return undefined
  const day =
    parts.week === undefined
      ? computeDayNumber(year, readNumber('month'), readNumber('day'))
      : computeWeekDayNumber(year, readNumber('week'), Number(parts.weekday ?? 1))
  if (day === undefined || readNumber('Hour') > 23 || readNumber('Minute') > 59 || readNumber('Second') > 59)
    return undefined
  const seconds = day * DAY + readNumber('Hour') * 3600 + readNumber('Minute') * 60 + readNumber('Second')
  if (!isWithinCalendar(seconds)) return undefined
  const micros = parseMicros(parts.Fraction)
  if (parts.sign === undefined) return { seconds, micros, offset: text.endsWith('Z') ? 0 : undefined }
  const ahead = readNumber('offsetHour') * 3600 + readNumber('offsetMinute') * 60 + readNumber('offsetSecond')
  const offset = ahead * 1_000_000 + parseMicros(parts.offsetFraction)
  if (offset >= DAY * 1_000_000) return undefined
  return { seconds, micros, offset: parts.sign === '-' ? -offset : offset }
}

const padDigits = (value: number, count: number): string => String(value).padStart(count, '0')

/** UTC offset in microseconds as `+05:45`, with seconds and microseconds where it has any. */
export function formatOffset(offset: number): string {
  const size = Math.abs(offset)
  const seconds = Math.floor(size / 1_000_000)
  const micros = size % 1_000_000
  const parts = [padDigits(Math.floor(seconds / 3600), 2), padDigits(Math.floor(seconds / 60) % 60, 2)]
  if (seconds % 60 !== 0 || micros !== 0) parts.push(padDigits(seconds % 60, 2))
  return `${offset < 0 ? '-' : '+'}${parts.join(':')}${micros === 0 ? '' : `.${padDigits(micros, 6)}`}`
}

/** `YYYY-MM-DD` and `HH:MM:SS` of whole seconds from 1970, within the years 0 to 9999. */
export function formatDateAndTime(seconds: number): { date: string; time: string } {
  const text = new Date(seconds * 1000).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 19) }
}

/** Python's `isoformat()`: `YYYY-MM-DDTHH:MM:SS+HH:MM`, with microseconds where there are any. */
export function formatIso({ seconds, micros }: WallTime, offset: number): string {
  const { date, time } = formatDateAndTime(seconds)
  return `${date}T${time}${micros === 0 ? '' : `.${padDigits(micros, 6)}`}${formatOffset(offset)}`
}
