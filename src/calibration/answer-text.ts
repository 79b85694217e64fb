import type { Task } from '../schema/task.ts'
import { type OutputOf, resolve } from '../scoring/bindings.ts'
import { isObject, type Json } from '../shared/json.ts'

/** A value as a person would write it; a comma between two numbers could be taken for a thousands separator. */
function asText(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(asText).join('; ')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${asText(item)}`)
    .join('; ')
}

/** The expected answer as text, with the values that flowed; null where none is expected. */
export function answerTextOf(task: Task, outputOf: OutputOf): string | null {
  const expected = task.expected_final_answer
  const value = expected === undefined ? undefined : resolve(expected, outputOf)
  return value === undefined ? null : `ANSWER: ${asText(value)}`
}
