import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** Whether a JSON Schema knows null: as a type, a constant, a member of its enum, its default or an alternative. */
export function knowsNull(schema: unknown): boolean {
  if (!isObject(schema)) return true
  const { type, enum: members, const: constant, default: standard, anyOf = [], oneOf = [] } = schema
  return (
    [type].flat().includes('null') ||
    [members].flat().includes(null) ||
    constant === null ||
    standard === null ||
    [anyOf, oneOf].flat().some((option) => isObject(option) && knowsNull(option))
  )
}

/** The part of a JSON Schema that says which fields there are, and which are required. */
interface FieldsSchema {
  properties?: unknown
  required?: unknown
}

/**
 * An object less optional fields that are null where their schema knows no null: they count as left out, since strict
 * tool schemas make models send null for them.
 */
export function dropOptionalNulls(value: JsonObject, schema: FieldsSchema | undefined): JsonObject {
  if (!Object.values(value).includes(null)) return value
  const { properties, required } = schema ?? {}
  const isDropped = ([name, item]: [string, Json]): boolean =>
    item === null &&
    isObject(properties) &&
    Object.hasOwn(properties, name) &&
    !(Array.isArray(required) && required.includes(name)) &&
    !knowsNull(properties[name])
  const entries = Object.entries(value)
  return entries.some(isDropped) ? Object.fromEntries(entries.filter((entry) => !isDropped(entry))) : value
}
