import { pattern } from '../../shared/pattern.ts'
import { type DateSpan, datesIn } from '../dates.ts'
import type { Objection, Reading } from './reading.ts'
import { excerpt, slotWithValues } from './say-slot.ts'
import type { Span } from './spans.ts'
import { classOf } from './value-class.ts'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** Short forms only with a capital: `sat` and `sun` are words too. */
const WEEKDAY = String.raw`(?<day>[Ss]unday|[Mm]onday|[Tt]uesday|[Ww]ednesday|[Tt]hursday|[Ff]riday|[Ss]aturday|SUNDAY|MONDAY|TUESDAY|WEDNESDAY|THURSDAY|FRIDAY|SATURDAY|(?:Sun|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat)\b\.?)`
const BEFORE = pattern(String.raw`(?<![\p{L}\p{Nd}_])${WEEKDAY}[*_]*,?\s*\(?(?:the\s+)?[*_]*$`, 'u')
const BEHIND = pattern(
  String.raw`^[*_]*(?:,?\s+(?:which\s+|that\s+)?(?:is|was|will\s+be|falls\s+on|on)?\s*(?:an?\s+)?|,?\s*\(\s*(?:an?\s+)?|,\s*(?:an?\s+)?)[*_]*${WEEKDAY}(?!['\u2019\p{L}\p{Nd}_]|\s+\p{Nd})`,
  'u',
)
const REACH = 40

/** The weekday that is said beside a place of a text, 0 for Sunday. */
function weekdayBeside(text: string, { start, end }: Span): number | undefined {
  const said =
    BEFORE().exec(text.slice(Math.max(0, start - REACH), start))?.groups?.day ??
    BEHIND().exec(text.slice(end, end + REACH))?.groups?.day
  return said === undefined ? undefined : DAYS.indexOf(said.slice(0, 3).toLowerCase())
}

/** The date that a text writes at a place, with or without a clock time. */
const writtenAt = (text: string, { start, end }: Span): DateSpan | undefined =>
  datesIn(text.slice(start, end), true).find(({ day }) => day !== undefined)

/** No other weekday: no date that is given stands beside a weekday that is not its own. */
export function findOtherWeekday({ text, slots }: Reading): Objection | undefined {
  const isOther = (place: Span): boolean => {
    const [year, month, day] = writtenAt(text, place)?.day ?? []
    const said = year === undefined ? undefined : weekdayBeside(text, place)
    if (year === undefined || month === undefined || said === undefined) return false
    return new Date(Date.UTC(year, month - 1, day)).getUTCDay() !== said
  }
  for (const [i, slot] of slots.entries()) {
    for (const [at, value] of slot.values.entries()) {
      const places = slot.places[at] ?? []
      const place = classOf(value) === 'date' ? places.find(isOther) : undefined
      if (place === undefined) continue
      const note = () =>
        `${slotWithValues(slot)} stands beside a weekday that is not its own: ${excerpt(text, place)}`
      return { slot: i, note, lineage: 'fabricated' }
    }
  }
  return undefined
}
