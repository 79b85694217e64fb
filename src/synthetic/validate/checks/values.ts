import { isObject, type Json } from '../../../shared/json.ts'

/** The single values that a rule speaks of: each item of an array, or that property of each object. */
export function valuesOf(value: Json, property: string | undefined): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(item, property))
  if (property === undefined) return [value]
  const member = isObject(value) ? value[property] : undefined
  return member === undefined ? [] : [member]
}
