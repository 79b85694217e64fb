import { get } from '@hyperjump/json-pointer'
import { isObject, isScalar, type Json, type JsonObject, objectOf, stableJson } from '../../../shared/json.ts'
import { MAX_JSON_DEPTH } from '../../../shared/parse-json.ts'

/** Key under which a schema says, while it is read, what the schema it was taken from is called. */
export const TYPE_NAME = 'x-type-name'

/** References within references that are followed; what lies deeper is left open. */
const MAX_REFERENCE_DEPTH = 5
/** Schemas within each other, with references followed: each takes two levels of JSON, and a toolkit adds some. */
const MAX_SCHEMA_DEPTH = MAX_JSON_DEPTH / 2 - 10
/** Schemas that one may hold with its references followed; a larger one follows fewer of them. */
const MAX_SCHEMAS = 1_000

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

/** Keywords that are kept as they are. */
const PLAIN =
  'const default description exclusiveMaximum exclusiveMinimum format maxItems maxLength maximum minItems minLength minimum multipleOf readOnly title uniqueItems writeOnly x-semantic'.split(
    ' ',
  )

/** What a reference of a document leads to, with its name; undefined where it leads nowhere. */
export type Resolver = (reference: string) => { name: string; target: JsonObject } | undefined

/** Follows references within one document. Those that lead nowhere are reported. */
export const resolverOf =
  (root: JsonObject, report: (reference: string) => void = () => {}): Resolver =>
  (reference) => {
    let target: unknown
    try {
      target = reference === '#' ? root : get(decodeURIComponent(reference.replace(/^#/, '')))(root)
    } catch {
      target = undefined
    }
    if (isObject(target)) return { name: reference.split('/').at(-1) ?? '', target }
    report(reference)
    return undefined
  }

/** A node with a reference at its place followed; parameters and responses are such nodes as well. */
export function followed(node: Json | undefined, resolver: Resolver): JsonObject {
  let here = isObject(node) ? node : {}
  for (let depth = 0; typeof here.$ref === 'string' && depth < MAX_REFERENCE_DEPTH; depth++) {
    const { $ref, ...siblings } = here
    here = { ...(resolver($ref as string)?.target ?? {}), ...siblings }
  }
  return here
}

const typesOf = ({ type, nullable, 'x-nullable': alsoNullable }: JsonObject): string[] => {
  const types = [type].flat().filter((one): one is string => typeof one === 'string')
  const known = types.map((one) => (one === 'file' ? 'string' : one)).filter((one) => TYPES.has(one))
  const isNullable = (nullable === true || alsoNullable === true) && known.length > 0
  return [...new Set(isNullable ? [...known, 'null'] : known)]
}

const isPattern = (text: Json | undefined): text is string => {
  try {
    return typeof text === 'string' && new RegExp(text, 'u') !== undefined
  } catch {
    return false
  }
}

/** Bounds that OpenAPI 3.0 and Swagger 2 write as `exclusiveMinimum: true` beside `minimum`. */
function withBounds(schema: JsonObject): JsonObject {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[flag] !== 'boolean') continue
    if (schema[flag] === true && schema[bound] !== undefined) {
      schema[flag] = schema[bound] as Json
      delete schema[bound]
    } else delete schema[flag]
  }
  return schema
}

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Two schemas that both hold, as one: properties side by side, the second says more. */
export function bothOf(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...objectOf(one.properties) }
  for (const [name, schema] of Object.entries(objectOf(other.properties))) {
    const before = properties[name]
    properties[name] = isObject(before) && isObject(schema) ? bothOf(before, schema) : schema
  }
  const required = [...new Set([...textsOf(one.required), ...textsOf(other.required)])]
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** One schema that takes what either takes; equal ones stay as they are. */
const eitherOf = (one: Json | undefined, other: Json): Json =>
  one === undefined || stableJson(one) === stableJson(other)
    ? other
    : { anyOf: [...(isObject(one) && Array.isArray(one.anyOf) ? one.anyOf : [one]), other] }

/**
 * A choice between objects as one object with the fields of all of them, of which those are required that every option
 * requires; any other schema as it is.
 */
export function withoutChoice(schema: JsonObject): JsonObject {
  const { oneOf, anyOf, ...rest } = schema
  const options = [oneOf, anyOf]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(isObject)
    .filter(({ type }) => type !== 'null')
    .map(withoutChoice)
  // An option may do no more than require fields that stand beside the choice.
  const isAboutFields = ({ type, properties, required }: JsonObject): boolean =>
    isObject(properties) || (isObject(rest.properties) && type === undefined && required !== undefined)
  if (options.length === 0 || !options.every(isAboutFields)) return schema
  const properties: JsonObject = {}
  for (const option of options)
    for (const [name, child] of Object.entries(objectOf(option.properties)))
      properties[name] = eitherOf(Object.hasOwn(properties, name) ? properties[name] : undefined, child)
  const required = textsOf(options[0]?.required).filter((name) =>
    options.every((option) => textsOf(option.required).includes(name)),
  )
  return bothOf({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) }, rest)
}

/**
 * A schema of OpenAPI 2, 3.0 or 3.1, or one with `$defs`, as JSON Schema (2020-12) that validators take. References are
 * followed up to a depth, `allOf` is made one, and null is a type.
 */
export function plainSchema(node: Json | undefined, resolver: Resolver): JsonObject {
  for (let depth = MAX_REFERENCE_DEPTH; ; depth--) {
    const budget = { depth, left: depth === 0 ? Number.POSITIVE_INFINITY : MAX_SCHEMAS }
    const schema = expanded(node, resolver, [], budget)
    if (budget.left >= 0) return schema
  }
}

function expanded(
  node: Json | undefined,
  resolver: Resolver,
  trail: readonly string[],
  budget: { depth: number; left: number },
  level = 0,
): JsonObject {
  if (level > MAX_SCHEMA_DEPTH && budget.depth > 0) budget.left = 0
  if (!isObject(node) || --budget.left < 0) return {}
  if (typeof node.$ref === 'string') {
    const { $ref, ...siblings } = node
    const found = trail.includes($ref) || trail.length >= budget.depth ? undefined : resolver($ref)
    if (found === undefined) return expanded(siblings, resolver, trail, budget, level)
    const target = expanded(found.target, resolver, [...trail, $ref], budget, level)
    return { ...bothOf(target, expanded(siblings, resolver, trail, budget, level)), [TYPE_NAME]: found.name }
  }
  const within = (child: Json | undefined): JsonObject => expanded(child, resolver, trail, budget, level + 1)
  let schema: JsonObject = {}
  for (const key of PLAIN) if (node[key] !== undefined) schema[key] = node[key] as Json
  schema = withBounds(schema)
  const types = typesOf(node)
  if (types.length > 0) schema.type = types.length === 1 ? (types[0] as string) : types
  if (Array.isArray(node.enum) && node.enum.length > 0) {
    const members = node.enum.filter((item, i, all) => all.indexOf(item) === i)
    schema.enum = types.includes('null') && !members.includes(null) ? [...members, null] : members
  }
  if (node.type === 'file') schema.format = 'binary'
  if (isPattern(node.pattern)) schema.pattern = node.pattern
  const samples = [...(Array.isArray(node.examples) ? node.examples : []), node.example ?? null].filter(
    (item) => item !== null && isScalar(item),
  )
  if (samples.length > 0) schema.examples = [...new Set(samples)]
  if (isObject(node.properties)) {
    schema.properties = Object.fromEntries(
      Object.entries(node.properties).map(([name, child]) => [name, within(child)]),
    )
    schema.type ??= 'object'
  }
  const required = textsOf(node.required)
  if (required.length > 0) schema.required = required
  const items = Array.isArray(node.items) ? node.items[0] : node.items
  if (isObject(items)) schema.items = within(items)
  if (isObject(node.additionalProperties)) schema.additionalProperties = within(node.additionalProperties)
  else if (node.additionalProperties === false) schema.additionalProperties = false
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = node[key]
    if (Array.isArray(options) && options.length > 0) schema[key] = options.map(within)
  }
  if (Array.isArray(node.allOf)) {
    const parts = node.allOf.map(within)
    const { [TYPE_NAME]: named, ...all } = parts.reduce((one, part) => bothOf(one, part), {})
    schema = {
      ...bothOf(all, schema),
      ...(parts.length === 1 && named !== undefined ? { [TYPE_NAME]: named } : {}),
    }
  }
  return schema
}

export function withoutTypeNames<T extends Json>(schema: T): T {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === TYPE_NAME ? undefined : value))) as T
}
