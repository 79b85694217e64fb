import { type Json, mapChildren } from '../json.ts'
import type { Redactor } from './redactor.ts'

/** Every text in plain data, names of fields too, and numbers as texts. */
export function collectTexts(value: unknown, into: string[] = []): string[] {
  if (typeof value === 'string') into.push(value)
  else if (typeof value === 'number') into.push(String(value))
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, into)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      into.push(key)
      collectTexts(item, into)
    }
  return into
}

/** Plain data with every text in it masked; names of fields, numbers and the rest stay as they are. */
export const maskTexts = <T>(value: T, redactor: Redactor): T =>
  redactor.mayFindIn(collectTexts(value).join('\n')) ? (maskDeeply(value as Json, redactor) as T) : value

const maskDeeply = (value: Json, redactor: Redactor): Json =>
  typeof value === 'string' ? redactor.text(value) : mapChildren(value, (item) => maskDeeply(item, redactor))
