import { type CalendarDate, SECONDS_PER_DAY, secondOf, twoDigits } from './calendar-date.ts'

const EPOCH = secondOf({ year: 1970, month: 1, day: 1, secondOfDay: 0, offset: 0 })
const END = secondOf({ year: 9999, month: 12, day: 31, secondOfDay: SECONDS_PER_DAY, offset: 0 })

/** Date and time of day this many seconds after 0001-01-01T00:00:00, or undefined outside the years 1 to 9999. */
export function momentAt(seconds: number): (CalendarDate & { secondOfDay: number }) | undefined {
  if (seconds < 0 || seconds >= END) return undefined
  const date = new Date((seconds - EPOCH) * 1000)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    secondOfDay: seconds % SECONDS_PER_DAY,
  }
}

/** YYYY-MM-DD; years before 1000 without leading zeros, as the published results have them. */
export const dateText = ({ year, month, day }: CalendarDate): string =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`

/** HH:MM:SS. */
export const timeText = (secondOfDay: number): string =>
  [secondOfDay / 3600, (secondOfDay / 60) % 60, secondOfDay % 60]
    .map((part) => twoDigits(Math.floor(part)))
    .join(':')
