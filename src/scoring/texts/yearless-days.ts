import { pattern } from '../../shared/pattern.ts'
import { dateOf, datesIn, MONTH, monthOf, ORDINAL } from '../dates.ts'
import type { Span } from './spans.ts'
import { askedIn, type Wanted } from './wanted.ts'

/** Neither side may go on with a year, a clock time, a word or a path. */
const YEARLESS = pattern(
  String.raw`(?<![\p{L}\p{Nd}_/.:-])(?:(?<date1>\d{1,2})${ORDINAL}\s+(?:of\s+)?(?<name1>${MONTH})(?!\p{L})(?!\.?,?\s+\d)|(?<name2>${MONTH})\.?\s+(?<date2>\d{1,2})${ORDINAL}(?![\p{L}\p{Nd}_]|[-/.:]\d|,?\s+\d{4}))`,
  'giu',
)
const YEAR = /(?<![\p{L}\p{Nd}_.,/:-])(?:19|20)\d{2}(?![\p{L}\p{Nd}_]|[.,/:]\d)/gu

/** A day of a month that a text writes without a year. */
export interface YearlessDay extends Span {
  month: number
  date: number
}

/** `June 13`, `13 June` and `the 13th of June`. */
export const yearlessDaysIn = (text: string): YearlessDay[] =>
  [...text.matchAll(YEARLESS())].flatMap(({ 0: said, index, groups = {} }) => {
    const name = groups.name1 ?? groups.name2 ?? ''
    // "may" and "march" are verbs as well.
    if (!/^\p{Lu}/u.test(name)) return []
    const date = Number(groups.date1 ?? groups.date2)
    return [{ start: index, end: index + said.length, month: monthOf(name), date }]
  })

const yearsIn = (text: string): Set<number> =>
  new Set([
    ...datesIn(text).flatMap(({ day }) => (day === undefined ? [] : [day[0]])),
    ...[...text.matchAll(YEAR)].map(([year]) => Number(year)),
  ])

/** The years that the request names or, where it names none, those of the dates in known results. */
function yearsOf(wanted: Wanted): Set<number> {
  const asked = yearsIn(askedIn(wanted))
  if (asked.size > 0) return asked
  const dates = wanted.context.known.flatMap(({ leaves }) =>
    leaves.flatMap(({ value }) => (typeof value === 'string' ? (dateOf(value)?.day?.[0] ?? []) : [])),
  )
  return new Set(dates)
}

/** Where a day stands without its year, which is the only one that there is. */
export function yearlessPlaces(value: string, text: string, wanted: Wanted): Span[] {
  const sought = dateOf(value)
  if (sought?.day === undefined || (sought.clock ?? 0) !== 0 || (sought.offset ?? 0) !== 0) return []
  const [year, month, date] = sought.day
  const places = yearlessDaysIn(text).filter((one) => one.month === month && one.date === date)
  if (places.length === 0) return []
  const years = yearsOf(wanted)
  return years.size === 1 && years.has(year) ? places : []
}
