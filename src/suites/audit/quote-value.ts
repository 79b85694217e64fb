import type { Json } from '../../shared/json.ts'

const LONGEST = 60

/** A value as JSON, cut where it is too long for a sentence. */
export function quoteValue(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}...`
}
