import { refuse } from '../../../schema/tool-error.ts'
import { findMonthNumber, MONTH_ABBREVIATIONS, MONTHS } from '../../../shared/english.ts'
import { memoizeOnce } from '../../../shared/memoize.ts'
import { readDigitValue } from '../../../shared/python/float.ts'
import { strip, WHITESPACE_RUN } from '../../../shared/python/text.ts'
import { computeDayNumber, DAY, formatDateAndTime, isWithinCalendar } from '../time-scheduling/iso-format.ts'

/** A day of the proleptic Gregorian calendar, years 1 to 9999. */
export interface CalendarDate {
  year: number
  month: number
  day: number
}

/** A date and a time of day as written, with the offset from UTC that was written with it. */
interface Moment extends CalendarDate {
  /** Seconds from 1970-01-01T00:00:00 on the wall whose time is written. */
  seconds: number
  /** Seconds east of UTC; 0 where no offset was written. */
  offset: number
}

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

// What Python's strptime accepts for each directive: years have four digits, most digits may be of any script,
// one-digit fields may go without the zero, and a day may be padded with a blank.
const DIRECTIVES: Record<string, string> = {
  Y: '(?<year>\\p{Nd}{4})',
  m: '(?<month>1[0-2]|0[1-9]|[1-9])',
  d: '(?<day>3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9])',
  H: '(?<hour>2[0-3]|[01]\\p{Nd}|\\p{Nd})',
  M: '(?<minute>[0-5]\\p{Nd}|\\p{Nd})',
  S: '(?<second>[0-5]\\p{Nd}|\\p{Nd})',
  z: '(?:Z|(?<sign>[+-])(?<hours>\\p{Nd}{2})(?<colon>:?)(?<minutes>[0-5]\\p{Nd})(?:\\k<colon>(?<seconds>[0-5]\\p{Nd}))?)',
  B: `(?<name>${MONTHS.join('|')})`,
  b: `(?<name>${MONTH_ABBREVIATIONS.join('|')})`,
}

/** A regular expression for a strptime format; a blank stands for any run of white space. */
const buildLayout = (format: string): RegExp => {
  const pattern = format
    .replaceAll(' ', WHITESPACE_RUN.source)
    .replace(/%(\w)/g, (_, directive: string) => DIRECTIVES[directive] as string)
  return new RegExp(`^${pattern}$`, 'iu')
}

/** Regular expressions for strptime formats, built when the first date is read. */
export const createLayouts = (...formats: string[]): (() => RegExp[]) =>
  memoizeOnce(() => formats.map(buildLayout))

const isoLayouts = createLayouts(
  '%Y-%m-%dT%H:%M:%S%z',
  '%Y-%m-%dT%H:%M:%SZ',
  '%Y-%m-%dT%H:%M:%S',
  '%Y-%m-%dT%H:%M',
  '%Y-%m-%d',
)

const toInt = (text = '0'): number =>
  Array.from(strip(text)).reduce((value, digit) => value * 10 + readDigitValue(digit), 0)

/** The first reading of the text that is a date of the calendar, or undefined. */
export function readLayouts(text: string, layouts: readonly RegExp[]): Moment | undefined {
  for (const pattern of layouts) {
    const groups = pattern.exec(text)?.groups
    if (groups === undefined) continue
    const year = toInt(groups.year)
    const month = groups.name === undefined ? toInt(groups.month) : findMonthNumber(groups.name)
    const day = toInt(groups.day)
    const days = computeDayNumber(year, month, day)
    const hours = toInt(groups.hours)
    if (year < 1 || days === undefined || hours > 23) continue
    const east = hours * 3600 + toInt(groups.minutes) * 60 + toInt(groups.seconds)
    return {
      year,
      month,
      day,
      seconds: days * DAY + toInt(groups.hour) * 3600 + toInt(groups.minute) * 60 + toInt(groups.second),
      offset: groups.sign === '-' ? -east : east,
    }
  }
  return undefined
}

/** Reads an ISO date with or without a time of day. Throws a `ToolError` that names the parameter. */
export const parseIsoDate = (text: string, parameter: string): Moment =>
  readLayouts(strip(text), isoLayouts()) ??
  refuse(
    parameter,
    'is not a date of the calendar written YYYY-MM-DD, YYYY-MM-DDTHH:MM or YYYY-MM-DDTHH:MM:SS, the last with Z or an offset such as +02:00 if wanted',
  )

/** 0 for Monday to 6 for Sunday: 719,162 days from 0001-01-01, a Monday, to 1970-01-01. */
export const computeWeekday = ({ seconds }: Moment): number => (Math.floor(seconds / DAY) + 719_162) % 7

/** Seconds from 1970-01-01T00:00:00Z to the moment. */
export const computeSecond = ({ seconds, offset }: Moment): number => seconds - offset

export const padToTwoDigits = (value: number): string => String(value).padStart(2, '0')

/** YYYY-MM-DD; years before 1000 without leading zeros, as the published results have them. */
export const formatCalendarDate = ({ year, month, day }: CalendarDate): string =>
  `${year}-${padToTwoDigits(month)}-${padToTwoDigits(day)}`

/** Date, written likewise, and time of seconds from 1970; undefined outside of the years 1 to 9999. */
export function formatWallTime(seconds: number): { date: string; time: string } | undefined {
  if (!isWithinCalendar(seconds)) return undefined
  const { date, time } = formatDateAndTime(seconds)
  return { date: date.replace(/^0+/, ''), time }
}
