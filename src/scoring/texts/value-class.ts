import { byText } from '../../shared/by-text.ts'
import type { Json } from '../../shared/json.ts'
import { clockTimeOf } from '../dates.ts'
import { numberOf } from '../equality.ts'

/** What a value is to a reader; it says how the value is looked for and which others compete with it. */
export type ValueClass = 'number' | 'date' | 'boolean' | 'id' | 'name'

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * The class of a scalar: a number, also as text (with a zero before its digits it is an id); an ISO date, date-time or
 * clock time; a boolean; an id, which has a digit, `@` or `://` and no blank; a name, which is everything else.
 */
export function classOf(value: Json): ValueClass {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? classOfText(value) : 'name'
}

const classOfText: (text: string) => ValueClass = byText(1024, (value) => {
  const text = value.trim()
  if (numberOf(text) !== undefined && !/^0\d/.test(text)) return 'number'
  if (ISO_DATE.test(text) || clockTimeOf(text) !== undefined) return 'date'
  return !/\s/.test(text) && (/[\p{Nd}@]/u.test(text) || text.includes('://')) ? 'id' : 'name'
})
