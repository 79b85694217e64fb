import { type From, isText, listSources } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { replaceAt } from '../../../shared/pointer.ts'
import { computeInstant, findDates, isoMomentOf, type WrittenDate } from '../../../tasks/dates.ts'
import { listNodes } from '../../load/nodes.ts'
import type { OutputOf } from './rows.ts'

/** The characters of the day in front of a moment. */
export const DAY_LENGTH = '2026-01-31'.length
const DAY_MS = 86_400_000
/** A longer time between two dates says little. */
const MAX_DAYS = 14

const readDay = ({ day }: WrittenDate): number | undefined => computeInstant({ ...(day && { day }) })

/** The date of a prompt that a value is some days before or after, in words. */
export function explainDay(value: Json, prompt: string): string | undefined {
  const moment = typeof value === 'string' && value.length === DAY_LENGTH ? isoMomentOf(value) : undefined
  const day = moment && readDay(moment)
  if (day === undefined) return undefined
  for (const { start, end, ...date } of findDates(prompt)) {
    const days = (day - (readDay(date) ?? Number.NaN)) / DAY_MS
    if (days === 0 || !(Math.abs(days) <= MAX_DAYS)) continue
    const count = Math.abs(days)
    return `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'} ${prompt.slice(start, end)}`
  }
  return undefined
}

/** Where earlier results have the day that a text writes: the only place, or the only one that other calls take. */
function findDayPlace(
  date: WrittenDate,
  earlier: readonly Step[],
  outputOf: OutputOf,
  used: ReadonlySet<string>,
): JsonObject | undefined {
  const places = earlier.flatMap(({ step_id: $from }) =>
    leavesOf(outputOf($from)).flatMap(({ pointer: at, value }) => {
      const moment = typeof value === 'string' ? isoMomentOf(value) : undefined
      const isSame = moment?.day !== undefined && readDay(moment) === readDay(date)
      return isSame ? [{ $from, at, hasClock: moment.clock !== undefined }] : []
    }),
  )
  const taken = places.filter(({ $from, at }) => used.has(`${$from} ${at}`))
  const [only, ...others] = places.length > 1 ? taken : places
  if (only === undefined || others.length > 0) return undefined
  const { hasClock, ...from } = only
  return hasClock ? { ...from, via: [{ cut: DAY_LENGTH }] } : from
}

/** Binds the days that texts of calls write in words to the results that have them. Days of the prompt stay words. */
export function bindDays(steps: readonly Step[], prompt: string, outputOf: OutputOf): Step[] {
  const used = new Set(
    steps.flatMap((step) => listSources(step.arguments).map(({ $from, at }: From) => `${$from} ${at}`)),
  )
  const stated = new Set(findDates(prompt).map(readDay))
  return steps.map((step, i) => {
    const bindPart = (part: Json): Json[] => {
      if (typeof part !== 'string') return [part]
      const parts: Json[] = []
      let end = 0
      for (const date of findDates(part)) {
        const isOpen = date.day !== undefined && date.clock === undefined && !stated.has(readDay(date))
        const place = isOpen ? findDayPlace(date, steps.slice(0, i), outputOf, used) : undefined
        if (place === undefined) continue
        parts.push(part.slice(end, date.start), place)
        end = date.end
      }
      return [...parts, part.slice(end)].filter((one) => one !== '')
    }
    const args = listNodes(step.arguments, isText).reduce(
      (all, { pointer, value }) =>
        isText(value)
          ? replaceAt(all, pointer, { $text: value.$text.flatMap((one) => bindPart(one as Json)) })
          : all,
      step.arguments,
    )
    return { ...step, arguments: args }
  })
}
