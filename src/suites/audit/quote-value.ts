import type { Json } from '../../shared/json.ts'

const MAX_LENGTH = 60

export function quoteValue(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 3)}...`
}
