import type { From } from '../../../schema/binding.ts'
import type { Json } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { computeInstant, findDates, isoMomentOf, type WrittenDate } from '../../../tasks/dates.ts'
import type { OutputOf } from './rows.ts'

/** The characters of the day in front of a moment. */
export const DAY_LENGTH = '2026-01-31'.length
const DAY_MS = 86_400_000
/** A longer time between two dates says little. */
const MAX_DAYS = 14

const readDay = ({ day }: WrittenDate): number | undefined => computeInstant({ ...(day && { day }) })

/** The day of a text that begins with a date; undefined for other values. */
const readDayOf = (value: Json): number | undefined => {
  const moment = typeof value === 'string' ? isoMomentOf(value) : undefined
  return moment && readDay(moment)
}

/** The date that a value is some days before or after, in words: one of the prompt, else of an item that is gone on with. */
export function explainDay(
  value: Json,
  prompt: string,
  used: readonly From[],
  outputOf: OutputOf,
): string | undefined {
  const day = String(value).length === DAY_LENGTH ? readDayOf(value) : undefined
  if (day === undefined) return undefined
  const stated = findDates(prompt).map(({ start, end, ...date }) => {
    return { of: readDay(date), name: `${prompt.slice(start, end)}, which the prompt states` }
  })
  const fields = used.flatMap(({ $from, at }) => {
    const item = at.replace(/\/[^/]*$/, '')
    const owner = readValueAt(outputOf($from), item)
    return typeof owner === 'object' && owner !== null ? Object.entries(owner) : []
  })
  const returned = fields.map(([name, date]) => {
    return {
      of: readDayOf(date as Json),
      name: `${name} ${String(date).slice(0, DAY_LENGTH)} of an earlier result`,
    }
  })
  for (const { of, name } of [...stated, ...returned]) {
    const days = (day - (of ?? Number.NaN)) / DAY_MS
    if (days === 0 || !(Math.abs(days) <= MAX_DAYS)) continue
    const count = Math.abs(days)
    return `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'} ${name}`
  }
  return undefined
}
