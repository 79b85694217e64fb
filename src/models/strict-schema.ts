import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** What providers take in a strict schema; what else a schema says is checked when the answer is there. */
const KEPT = ['type', 'description', 'enum', 'const', '$ref'] as const

/** Each part in its strict form; undefined where one has none. */
function strictParts(parts: JsonObject): JsonObject | undefined {
  const strict: JsonObject = {}
  for (const [name, part] of Object.entries(parts)) {
    const inner = strictPart(part)
    if (inner === undefined) return undefined
    strict[name] = inner
  }
  return strict
}

function strictPart(schema: unknown): JsonObject | undefined {
  if (!isObject(schema as Json)) return undefined
  const {
    properties = null,
    required,
    items,
    anyOf,
    $defs = {},
    additionalProperties,
    ...rest
  } = schema as JsonObject
  const part: JsonObject = {}
  for (const name of KEPT) if (rest[name] !== undefined) part[name] = rest[name]
  if (anyOf !== undefined) {
    const options = [anyOf].flat().map(strictPart)
    if (options.includes(undefined)) return undefined
    part.anyOf = options as Json[]
  }
  // What says nothing of its value takes anything.
  if (Object.keys(part).every((name) => name === 'description')) return undefined
  if (rest.type === 'array') {
    const each = strictPart(items)
    if (each === undefined) return undefined
    part.items = each
  }
  if (rest.type === 'object') {
    const inner = additionalProperties === false && isObject(properties) ? strictParts(properties) : undefined
    if (inner === undefined) return undefined
    const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name)
    const orNull = Object.entries(inner).map(([name, one]) => [
      name,
      isRequired(name) ? one : { anyOf: [one, { type: 'null' }] },
    ])
    part.properties = Object.fromEntries(orNull)
    part.required = Object.keys(inner)
    part.additionalProperties = false
  }
  const defs = strictParts($defs as JsonObject)
  if (defs === undefined) return undefined
  return Object.keys(defs).length === 0 ? part : { ...part, $defs: defs }
}

/**
 * A JSON Schema in the form that strict structured output takes: every object closed, every property required, one that
 * was optional null where it is left out. Undefined where the schema has no such form, since it leaves something open.
 */
export const strictSchema = (schema: Record<string, unknown>): JsonObject | undefined =>
  schema.type === 'object' ? strictPart(schema) : undefined

/** An answer less the nulls that stand for optional properties which its schema takes no null for. */
export function withoutStrictNulls(value: unknown, schema: unknown): unknown {
  const { properties, required, items, anyOf, type } = Object(schema) as JsonObject
  if (Array.isArray(value)) return value.map((item) => withoutStrictNulls(item, items))
  if (!isObject(value as Json)) return value
  const object = value as JsonObject
  if (Array.isArray(anyOf)) {
    const option = anyOf.find((one) => isObject(one) && fitsKeys(object, one))
    return option === undefined ? value : withoutStrictNulls(value, option)
  }
  if (type !== 'object' || !isObject(properties ?? null)) return value
  const known = properties as JsonObject
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, item]) => {
      const isOptional = Object.hasOwn(known, name) && !(Array.isArray(required) && required.includes(name))
      if (item === null && isOptional && !takesNull(known[name])) return []
      return [[name, withoutStrictNulls(item, known[name])]]
    }),
  )
}

/** Whether an object has the required properties of a schema, with their constants, and no others. */
function fitsKeys(value: JsonObject, { properties, required, additionalProperties }: JsonObject): boolean {
  const known = isObject(properties ?? null) ? (properties as JsonObject) : {}
  return (
    (Array.isArray(required) ? required : []).every((name) => Object.hasOwn(value, String(name))) &&
    (additionalProperties !== false || Object.keys(value).every((name) => Object.hasOwn(known, name))) &&
    Object.entries(known).every(([name, part]) => {
      const options = isObject(part) ? part.enum : undefined
      return !Array.isArray(options) || value[name] == null || options.includes(value[name])
    })
  )
}

const takesNull = (schema: Json | undefined): boolean => {
  if (!isObject(schema ?? null)) return true
  const { type, anyOf, enum: options } = schema as JsonObject
  if (type === undefined && anyOf === undefined && options === undefined) return true
  return (
    [type].flat().includes('null') ||
    (Array.isArray(options) && options.includes(null)) ||
    (Array.isArray(anyOf) && anyOf.some(takesNull))
  )
}
