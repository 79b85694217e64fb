import { bindingKey } from '../../schema/binding.ts'
import { isObject } from '../../shared/json.ts'
import { pattern } from '../../shared/pattern.ts'
import { NUMBER_WORD, numberOfWord } from './number-words.ts'
import type { Span } from './spans.ts'
import { nameWordsOf, type Wanted } from './wanted.ts'

const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
}
const UNIT = '(?:weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|min|m|seconds?|secs?|sec|s)'
const FIRST_LETTERS: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
}
const FIGURE = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`
const PART = String.raw`(?:${FIGURE}|(?:${NUMBER_WORD}))[\s-]*${UNIT}(?![\p{L}])`
const JOIN = String.raw`(?:(?:\s*,)?\s*(?:and\s+|&\s*)?)`
const DURATION = pattern(
  String.raw`(?<![\p{L}\p{Nd}_:/+\u2212-]|\p{Nd}[.,])${PART}(?:${JOIN}${PART})*(?![\p{Nd}_]|\.\d)`,
  'giu',
)
const PARTS = pattern(String.raw`(?<number>${FIGURE}|${NUMBER_WORD})[\s-]*(?<unit>${UNIT})(?!\p{L})`, 'giu')
const CLOCKED =
  /(?<![\p{L}\p{Nd}_:.-])(?<hours>\d+):(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d))?\s*(?:h|hrs?|hours?)(?!\p{L})/giu
/** A day of business is no day. */
const OTHER_DAYS = new Set(['business', 'working', 'work', 'school', 'trading'])
const RELATIVE = 1e-9

/** The seconds of the unit that a slot is named by: 60 of `duration_minutes`. Undefined where it is named by none. */
function unitOf(wanted: Wanted): number | undefined {
  const { binding } = wanted
  if (isObject(binding) && bindingKey(binding) === '$calc' && binding.$calc === 'count') return undefined
  const names = nameWordsOf(wanted)
  if ([...names].some((name) => OTHER_DAYS.has(name))) return undefined
  // A "second price" and the "day" of a date are no durations.
  const units = Object.entries(SECONDS).filter(([unit]) => names.has(`${unit}s`))
  return units.length === 1 ? units[0]?.[1] : undefined
}

const numberOf = (written: string): number =>
  /^\d/.test(written) ? Number(written.replaceAll(',', '')) : numberOfWord(written)

/** The seconds of a duration in parts, from the longest unit to the shortest; undefined where it is none. */
function secondsOf(said: string): number | undefined {
  let total = 0
  let last = Number.POSITIVE_INFINITY
  for (const { groups = {} } of said.matchAll(PARTS())) {
    const { number = '', unit = '' } = groups
    const seconds = SECONDS[FIRST_LETTERS[unit.charAt(0).toLowerCase()] ?? ''] ?? Number.NaN
    const amount = numberOf(number) * seconds
    // `3 hours 72 minutes` and `3 hours 2 hours` are no duration.
    if (!(seconds < last && (last === Number.POSITIVE_INFINITY || amount < last))) return undefined
    total += amount
    last = seconds
  }
  return total
}

const isLone = (said: string): boolean => [...said.matchAll(PARTS())].length === 1
const LETTER = /[\s\d][a-z]$/i

/** Where a duration stands in other units than the one that its slot is named by: `3 h 12 min` for 192 minutes. */
export function durationPlaces(value: number, text: string, wanted: Wanted): Span[] {
  if (value <= 0) return []
  const unit = unitOf(wanted)
  if (unit === undefined) return []
  const isSame = (seconds: number | undefined): boolean =>
    seconds !== undefined && Math.abs(seconds - value * unit) <= RELATIVE * value * unit
  const spanOf = (match: RegExpExecArray): Span => ({
    start: match.index,
    end: match.index + match[0].length,
  })
  const inParts = [...text.matchAll(DURATION())].filter(
    // "5 m" may be metres; with an "h" before it it is not.
    ({ 0: said }) => !(isLone(said) && LETTER.test(said) && !/h$/i.test(said)) && isSame(secondsOf(said)),
  )
  const clocked = [...text.matchAll(CLOCKED)].filter(({ groups = {} }) =>
    isSame(Number(groups.hours) * 3600 + Number(groups.minutes) * 60 + Number(groups.seconds ?? 0)),
  )
  return [...inParts, ...clocked].map(spanOf)
}
