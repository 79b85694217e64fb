import type { Json } from '../../shared/json.ts'

const LONGEST = 60

export function quoteValue(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}...`
}
