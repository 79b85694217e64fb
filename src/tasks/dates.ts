import { findMonthNumber } from '../shared/english.ts'
import { createPattern } from '../shared/memoize.ts'

/** A moment as a text writes it. */
export interface WrittenDate {
  /** Year, month from 1, day; left out where the text is a clock time. */
  day?: readonly [year: number, month: number, day: number]
  /** Milliseconds since midnight; left out where the text is a day alone. */
  clock?: number
  /** Minutes ahead of UTC; left out where the text names no zone. */
  offset?: number
}

/** A moment in a running text, and where it stands. */
export interface DateSpan extends WrittenDate {
  start: number
  end: number
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const ORDINAL = '(?:st|nd|rd|th)?'

const ISO_DAY = String.raw`(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<date>\d{1,2})`
const COMPACT_DAY = String.raw`(?<compact>\d{8})`
const DAY_FIRST = String.raw`(?<date1>\d{1,2})${ORDINAL}\s+(?:of\s+)?(?<name1>${MONTH})\.?,?\s+(?<year1>\d{4})`
const MONTH_FIRST = String.raw`(?<name2>${MONTH})\.?\s+(?<date2>\d{1,2})${ORDINAL},?\s+(?<year2>\d{4})`
const buildMarkedDayPattern = (mark: string): string =>
  String.raw`(?<one>\d{1,2})(?<mark3>${mark})(?<other>\d{1,2})\k<mark3>(?<year3>\d{4})`
const SLASHED_DAY = buildMarkedDayPattern('/')
/** In a running text also with dots: `13.06.2026`. */
const MARKED_DAY = buildMarkedDayPattern('[/.]')

const CLOCK = String.raw`(?:(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<fraction>\.\d+)?)?(?:\s*(?<half>[ap])\.?m\b\.?)?|(?<hour1>\d{1,2})\s*(?<half1>[ap])\.?m\b\.?)`
const ZONE = String.raw`(?:\s*(?<zone>Z\b|UTC\b|GMT\b|[+-]\d{2}(?::?\d{2})?(?!\d)))?`
const BETWEEN = String.raw`(?:T|,?\s+(?:at\s+)?)`

const buildMomentPattern = (days: readonly string[]): string =>
  `(?:(?:${days.join('|')})(?:${BETWEEN}${CLOCK}${ZONE})?)`

const WORDED_DAYS = [ISO_DAY, DAY_FIRST, MONTH_FIRST]
const WHOLE = createPattern(`^${buildMomentPattern([...WORDED_DAYS, SLASHED_DAY, COMPACT_DAY])}$`, 'i')
const WHOLE_CLOCK = createPattern(`^${CLOCK}${ZONE}$`, 'i')

/** Neither side may go on with a word, a number or a path: a date within an id is not a date. */
const BEFORE = String.raw`(?<![\p{L}\p{Nd}_/-]|\p{Nd}[.,:])`
const AFTER = String.raw`(?![\p{L}\p{Nd}_]|[-/.:][\p{L}\p{Nd}])`
const WITHIN = createPattern(`${BEFORE}${buildMomentPattern([...WORDED_DAYS, MARKED_DAY])}${AFTER}`, 'giu')
const COMPACT_WITHIN = createPattern(`${BEFORE}${buildMomentPattern([COMPACT_DAY])}${AFTER}`, 'giu')
const CLOCK_WITHIN = createPattern(`${BEFORE}${CLOCK}${ZONE}${AFTER}`, 'giu')

type Groups = Record<string, string | undefined>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Day and month of `D/M/YYYY` or `M/D/YYYY`, where one part cannot be a month or both are equal. */
function readSlashedDay(one: number, other: number, year: number): [number, number, number] | undefined {
  if (other > 12) return [year, one, other]
  return one > 12 || one === other ? [year, other, one] : undefined
}

function readDay(groups: Groups): [number, number, number] | undefined {
  const { year, month, date, compact, one, other, year3 } = groups
  if (year !== undefined) return [Number(year), Number(month), Number(date)]
  if (compact !== undefined)
    return [Number(compact.slice(0, 4)), Number(compact.slice(4, 6)), Number(compact.slice(6))]
  if (year3 !== undefined) return readSlashedDay(Number(one), Number(other), Number(year3))
  const name = groups.name1 ?? groups.name2
  return name === undefined
    ? undefined
    : [Number(groups.year1 ?? groups.year2), findMonthNumber(name), Number(groups.date1 ?? groups.date2)]
}

const isDay = ([year, month, day]: readonly [number, number, number]): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Milliseconds since midnight; null where the numbers are not time of day, undefined without a time. */
function readClock(groups: Groups): number | null | undefined {
  const { minute = '0', second = '0', fraction = '0' } = groups
  const hour = groups.hour ?? groups.hour1
  if (hour === undefined) return undefined
  const half = (groups.half ?? groups.half1)?.toLowerCase()
  const hours = Number(hour)
  if (half !== undefined ? hours < 1 || hours > 12 : hours > 23) return null
  if (Number(minute) > 59 || Number(second) > 59) return null
  const counted = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0)
  return (
    counted * HOUR + Number(minute) * MINUTE + Number(second) * 1000 + Math.trunc(Number(fraction) * 1000)
  )
}

function readOffset(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined
  if (!/^[+-]/.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0)
  return zone.startsWith('-') ? -minutes : minutes
}

function readWrittenDate(groups: Groups): WrittenDate | undefined {
  const day = readDay(groups)
  const clock = readClock(groups)
  if (clock === null || (day === undefined ? clock === undefined : !isDay(day))) return undefined
  const offset = readOffset(groups.zone)
  return {
    ...(day === undefined ? {} : { day }),
    ...(clock === undefined ? {} : { clock }),
    ...(offset === undefined ? {} : { offset }),
  }
}

/** Reads a text that is one date or time as a whole. */
function createReader(whole: () => RegExp): (text: string) => WrittenDate | undefined {
  return (text) => {
    const groups = whole().exec(text.trim())?.groups
    return groups && readWrittenDate(groups)
  }
}

/**
 * A text that is a date, with or without a clock time: `2026-04-15`, `2026/4/15`, `20260415`, `15 April 2026`,
 * `April 15, 2026`, `15/4/2026`, each with `15:00`, `3:00 pm` and a zone behind it or not. Undefined for other texts.
 */
export const dateOf = createReader(WHOLE)
export const clockTimeOf = createReader(WHOLE_CLOCK)

/** Milliseconds since the epoch; a time without a zone is UTC, a day alone its midnight. Undefined for a clock time. */
export function computeInstant({ day, clock = 0, offset = 0 }: WrittenDate): number | undefined {
  return day === undefined ? undefined : Date.UTC(day[0], day[1] - 1, day[2]) + clock - offset * MINUTE
}

/** How a moment begins that a program writes: 2026-12-19T09:00, 09:00. */
const ISO_START = /^\s*(?:\d{4}-\d{2}-\d{2}|\d{2}:\d{2})/

/** A moment in the form of ISO 8601, with a blank for the T or not; undefined for other texts. */
export const isoMomentOf = (text: string): WrittenDate | undefined =>
  ISO_START.test(text) ? (dateOf(text) ?? clockTimeOf(text)) : undefined

/** Whether two moments are one instant, or one time of day. */
export function areSameMoment(one: WrittenDate, other: WrittenDate): boolean {
  if (one.day !== undefined || other.day !== undefined) return computeInstant(one) === computeInstant(other)
  const [clock, otherClock] = [one, other].map(({ clock: ms = 0, offset = 0 }) => ms - offset * MINUTE)
  return clock === otherClock
}

/** Dates and clock times in a running text, none within an id or a path. */
export function findDates(text: string): DateSpan[] {
  const spans: DateSpan[] = []
  for (const pattern of [WITHIN(), CLOCK_WITHIN(), COMPACT_WITHIN()]) {
    // What one pattern finds comes in order and apart: it is held against what the ones before found, in step.
    const ordered = [...spans].sort((a, b) => a.start - b.start)
    let next = 0
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      while ((ordered[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
      const isFree = (ordered[next]?.start ?? Number.POSITIVE_INFINITY) >= end
      const date = isFree ? readWrittenDate(match.groups ?? {}) : undefined
      if (date !== undefined) spans.push({ ...date, start, end })
    }
  }
  return spans.sort((a, b) => a.start - b.start)
}

const WITHOUT_YEAR = createPattern(
  String.raw`\b(?:(?<date>\d{1,2})${ORDINAL}\.?\s+(?:of\s+)?(?<name>${MONTH})|(?<name1>${MONTH})\.?\s+(?<date1>\d{1,2})${ORDINAL})\b(?!,?\s*\d{4})`,
  'giu',
)

/** Days in a running text that are written without a year. */
export const findDaysWithoutYear = (
  text: string,
): { start: number; end: number; month: number; date: number }[] =>
  [...text.matchAll(WITHOUT_YEAR())].map(({ 0: match, index, groups = {} }) => ({
    start: index,
    end: index + match.length,
    month: findMonthNumber(groups.name ?? groups.name1 ?? ''),
    date: Number(groups.date ?? groups.date1),
  }))
