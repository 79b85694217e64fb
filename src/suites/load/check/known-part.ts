import { bindingKey } from '../../../schema/binding.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'

/**
 * A value without its bindings, to be held against a schema: `$literal` and lists without an order as what they
 * stand for; undefined where a part is known only when the agent runs.
 */
export function knownPart(value: Json): Json | undefined {
  const key = bindingKey(value)
  if (key === '$literal') return (value as { $literal: Json }).$literal
  if (key === '$unordered') return knownPart((value as { $unordered: Json[] }).$unordered)
  if (key !== undefined) return undefined
  if (Array.isArray(value)) {
    const items = value.map(knownPart)
    return items.every((item) => item !== undefined) ? items : undefined
  }
  if (!isObject(value)) return value
  const known: JsonObject = {}
  for (const [name, item] of Object.entries(value)) {
    const part = knownPart(item)
    if (part === undefined) return undefined
    known[name] = part
  }
  return known
}
