import type { Redactor } from './redactor.ts'

/** Every text in plain data, names of fields too, and numbers as texts. */
export function textsIn(value: unknown, into: string[] = []): string[] {
  if (typeof value === 'string') into.push(value)
  else if (typeof value === 'number') into.push(String(value))
  else if (Array.isArray(value)) for (const item of value) textsIn(item, into)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      into.push(key)
      textsIn(item, into)
    }
  return into
}

/** Plain data with every text in it masked; names of fields, numbers and the rest stay as they are. */
export const textsMasked = <T>(value: T, redactor: Redactor): T =>
  redactor.mayFindIn(textsIn(value).join('\n')) ? maskedIn(value, redactor) : value

function maskedIn<T>(value: T, redactor: Redactor): T
function maskedIn(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.text(value)
  if (Array.isArray(value)) return value.map((item) => maskedIn(item, redactor))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedIn(item, redactor)]))
}
