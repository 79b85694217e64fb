import type { Json, JsonObject } from '../../shared/json.ts'
import type { SpecParameter } from '../tool-spec/tool-spec.ts'

/** The value of a parameter that a call gives; undefined where it is left out, or null for an optional one. */
export function given(args: JsonObject, { name, required }: SpecParameter): Json | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined
  return value === null && !required ? undefined : value
}

/**
 * Whether the value is the default in other words: then it is as good as left out. Published specifications write a
 * default of null as "None".
 */
export function isDefault(value: Json, { required, default: standard }: SpecParameter): boolean {
  if (required || standard === undefined) return false
  if (standard === null) return value === null || value === 'None'
  return JSON.stringify(value) === JSON.stringify(standard)
}

/** Whether nothing is in the value: no text but blanks, no item. */
export const isEmpty = (value: Json): boolean =>
  (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
