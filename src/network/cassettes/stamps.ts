import { createHash } from 'node:crypto'
import { MONTH_ABBREVIATIONS } from '../../shared/english.ts'

const MONTH = `(?:${MONTH_ABBREVIATIONS.join('|')})[a-z]*`
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*'
const TIME = '\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[AP]M)?'

/** Dates and times as programs write them: ISO, `Sun Nov 22 2026`, `22 November 2026`, `11/22/2026`, and the epoch. */
export const STAMP = new RegExp(
  [
    `\\d{4}-\\d{2}-\\d{2}(?:[T ]${TIME})?(?:Z|[+-]\\d{2}:?\\d{2})?`,
    `(?:${DAY},? )?${MONTH} \\d{1,2},? \\d{4}(?:,? (?:at )?${TIME})?(?: GMT[+-]\\d{4}(?: \\([^)]*\\))?)?`,
    `(?:${DAY},? )?\\d{1,2} ${MONTH} \\d{4}(?:,? (?:at )?${TIME})?(?: GMT)?`,
    `\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}(?:,? ${TIME})?`,
    `\\b${TIME}\\b`,
    '\\b1\\d{9}(?:\\d{3})?\\b',
  ].join('|'),
  'g',
)

/** Milliseconds within which a date is that of the day on which it was written; time zones are a day apart. */
const NEAR = 2 * 24 * 60 * 60 * 1000

/** The instants that a date may mean, in milliseconds: `3/4/2026` is two days. */
function readInstants(stamp: string): number[] {
  if (/^1\d+$/.test(stamp)) return [Number(stamp) * (stamp.length === 10 ? 1000 : 1)]
  const parts = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})/.exec(stamp)
  if (parts !== null) {
    const [, a, b, year] = parts.map(Number) as [number, number, number, number]
    return [Date.UTC(year, a - 1, b), Date.UTC(year, b - 1, a)]
  }
  return [Date.parse(stamp.replace(/ at /, ' ').replace(/ \(.*\)$/, ''))]
}

const isNear = (stamp: string, now: number): boolean =>
  readInstants(stamp).some((instant) => Math.abs(instant - now) <= NEAR)

const isTimeOfDay = (stamp: string): boolean => /^\d{1,2}:\d{2}/.test(stamp)

/**
 * Whether two texts are the same but for the time at which they were written. A date stands for the time of its text
 * where it is near that; any other one is a part of what is said.
 *
 * @param recorded Text of then, and its time in milliseconds
 * @param now Text of now, likewise
 */
export function isSameButForTime(
  recorded: { text: string; at: number },
  now: { text: string; at: number },
): boolean {
  if (recorded.text === now.text) return true
  const [before, after] = [recorded.text.match(STAMP) ?? [], now.text.match(STAMP) ?? []]
  if (before.length === 0 || before.length !== after.length) return false
  if (recorded.text.replace(STAMP, '\0') !== now.text.replace(STAMP, '\0')) return false
  // A time of day says nothing of its day: it stands for the time of the text beside a date that does.
  const dated = before.some((stamp, i) => isNear(stamp, recorded.at) && isNear(after[i] ?? '', now.at))
  return before.every((stamp, i) => {
    const other = after[i] ?? ''
    if (stamp === other) return true
    if (isTimeOfDay(stamp)) return isTimeOfDay(other) && dated
    return isNear(stamp, recorded.at) && isNear(other, now.at)
  })
}

/** What a cassette holds of its task's prompt: enough to see that it is another one now. */
export const promptDigest = ({ prompt }: { prompt: string }): string =>
  createHash('sha256').update(prompt).digest('hex').slice(0, 16)
