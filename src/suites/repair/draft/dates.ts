import type { From } from '../../../schema/binding.ts'
import { findNumbers } from '../../../scoring/tokens.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { appendKey, readValueAt } from '../../../shared/pointer.ts'
import { computeInstant, findDates, isoMomentOf, type WrittenDate } from '../../../tasks/dates.ts'
import { nameAt } from '../record/infer-schema.ts'
import type { OutputOf } from './rows.ts'

/** The characters of the day in front of a moment. */
export const DAY_LENGTH = '2026-01-31'.length
const DAY_MS = 86_400_000
/** A longer time between two dates says little, unless it is whole weeks. */
const MAX_DAYS = 14
const WEEK = 7
const MAX_WEEKS = 8

const readDay = ({ day }: WrittenDate): number | undefined => computeInstant({ ...(day && { day }) })

/** The day of a text that begins with a date; undefined for other values. */
const readDayOf = (value: Json): number | undefined => {
  const moment = typeof value === 'string' ? isoMomentOf(value) : undefined
  return moment && readDay(moment)
}

/** How a date follows from another one. */
export interface ExplainedDay {
  /** In words, after "this is". */
  text: string
  /** The binding that computes it from a result. */
  value?: Json
}

/**
 * The date that a value is some days before or after: one of the prompt, else of an item that is gone on with. Days that the
 * prompt has as a number are meant first, then those of a field with the name of the argument.
 */
export function explainDay(
  { value, pointer }: { value: Json; pointer: string },
  prompt: string,
  used: readonly From[],
  outputOf: OutputOf,
): ExplainedDay | undefined {
  const day = String(value).length === DAY_LENGTH ? readDayOf(value) : undefined
  if (day === undefined) return undefined
  const stated = findDates(prompt).map(({ start, end, ...date }) => {
    return {
      of: readDay(date),
      name: `${prompt.slice(start, end)}, which the prompt states`,
      from: undefined,
    }
  })
  const fields = used.flatMap(({ $from, at }) => {
    const item = at.replace(/\/[^/]*$/, '')
    const owner = readValueAt(outputOf($from), item)
    return isObject(owner) ? Object.entries(owner).map(([name, date]) => ({ $from, item, name, date })) : []
  })
  const returned = fields.map(({ $from, item, name, date }) => {
    const isMoment = String(date).length > DAY_LENGTH
    const from: From = { $from, at: appendKey(item, name), ...(isMoment && { via: [{ cut: DAY_LENGTH }] }) }
    return {
      of: readDayOf(date as Json),
      name: `${name} ${String(date).slice(0, DAY_LENGTH)} of an earlier result`,
      from,
    }
  })
  const numbers = new Set(findNumbers(prompt).map((one) => one.value))
  const found = [...stated, ...returned].flatMap(({ of, name, from }) => {
    const days = (day - (of ?? Number.NaN)) / DAY_MS
    const count = Math.abs(days)
    const isWeeks = days % WEEK === 0 && count <= MAX_WEEKS * WEEK
    const isUsual = count <= MAX_DAYS || isWeeks || numbers.has(count)
    const rank = numbers.has(count) ? 0 : from && nameAt(from.at) === nameAt(pointer) ? 1 : 2
    return days !== 0 && isUsual ? [{ days, name, from, rank }] : []
  })
  const [first] = found.toSorted((one, other) => one.rank - other.rank)
  if (first === undefined) return undefined
  const count = Math.abs(first.days)
  return {
    text: `${count} ${count === 1 ? 'day' : 'days'} ${first.days < 0 ? 'before' : 'after'} ${first.name}`,
    ...(first.from && { value: { $day: first.from, add: first.days } }),
  }
}
