import { get } from '@hyperjump/json-pointer'
import {
  isObject,
  isScalar,
  type Json,
  type JsonObject,
  readObject,
  stringifyStably,
} from '../../../shared/json.ts'
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

const isCount = (value: Json): boolean => Number.isInteger(value) && Number(value) >= 0
const isListOfNames = (value: Json): boolean =>
  Array.isArray(value) &&
  value.every((name) => typeof name === 'string') &&
  new Set(value).size === value.length

type IsValid = (value: Json) => boolean
/** Keywords that are kept as they are, with what their values have to be: ajv compiles no schema with others. */
const KEPT: readonly (readonly [key: string, isValid: IsValid])[] = (
  [
    ['const default x-semantic', () => true],
    ['maxContains maxItems maxLength maxProperties', isCount],
    ['minContains minItems minLength minProperties', isCount],
    ['readOnly uniqueItems writeOnly x-set', (value) => typeof value === 'boolean'],
    ['exclusiveMaximum exclusiveMinimum maximum minimum', Number.isFinite],
    ['multipleOf', (value) => Number.isFinite(value) && Number(value) > 0],
    ['description format title', (value) => typeof value === 'string'],
    ['dependentRequired', (value) => isObject(value) && Object.values(value).every(isListOfNames)],
  ] satisfies [string, IsValid][]
).flatMap(([keys, isValid]) => keys.split(' ').map((key) => [key, isValid] as const))

/** Keywords whose value is a schema, but those about items and further properties. */
const WITH_SCHEMA = ['contains', 'else', 'if', 'not', 'propertyNames', 'then']
/** Keywords that look at what all others have taken. */
const UNEVALUATED = ['unevaluatedItems', 'unevaluatedProperties']

/** What a reference of a document leads to, with its name; undefined where it leads nowhere. */
export type Resolver = (reference: string) => { name: string; target: JsonObject } | undefined

/** Follows references within one document. Those that lead nowhere are reported. */
export const createResolver =
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
export function followReferences(node: Json | undefined, resolver: Resolver): JsonObject {
  let here = isObject(node) ? node : {}
  for (let depth = 0; typeof here.$ref === 'string' && depth < MAX_REFERENCE_DEPTH; depth++) {
    const { $ref, ...siblings } = here
    here = { ...(resolver($ref as string)?.target ?? {}), ...siblings }
  }
  return here
}

/** Gemini writes types in capitals, and Swagger 2 knows files. */
const listTypes = ({ type, nullable, 'x-nullable': alsoNullable }: JsonObject): string[] => {
  const types = [type]
    .flat()
    .filter((one) => typeof one === 'string')
    .map((one) => one.toLowerCase())
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
function convertBounds(node: JsonObject): JsonObject {
  const schema = { ...node }
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

const listTexts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Two schemas that both hold, as one: properties side by side, the second says more. */
export function mergeBoth(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...readObject(one.properties) }
  for (const [name, schema] of Object.entries(readObject(other.properties))) {
    const before = properties[name]
    properties[name] = isObject(before) && isObject(schema) ? mergeBoth(before, schema) : schema
  }
  const required = [...new Set([...listTexts(one.required), ...listTexts(other.required)])]
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** One schema that takes what either takes; equal ones stay as they are. */
const addOption = (one: Json | undefined, other: Json): Json =>
  one === undefined || stringifyStably(one) === stringifyStably(other)
    ? other
    : { anyOf: [...(isObject(one) && Array.isArray(one.anyOf) ? one.anyOf : [one]), other] }

/**
 * A choice between objects as one object with the fields of all of them, of which those are required that every option
 * requires; any other schema as it is.
 */
export function mergeChoice(schema: JsonObject): JsonObject {
  const { oneOf, anyOf, ...rest } = schema
  const options = [oneOf, anyOf]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(isObject)
    .filter(({ type }) => type !== 'null')
    .map(mergeChoice)
  // An option may do no more than require fields that stand beside the choice.
  const isAboutFields = ({ type, properties, required }: JsonObject): boolean =>
    isObject(properties) || (isObject(rest.properties) && type === undefined && required !== undefined)
  if (options.length === 0 || !options.every(isAboutFields)) return schema
  const properties: JsonObject = {}
  for (const option of options)
    for (const [name, child] of Object.entries(readObject(option.properties)))
      properties[name] = addOption(Object.hasOwn(properties, name) ? properties[name] : undefined, child)
  const required = listTexts(options[0]?.required).filter((name) =>
    options.every((option) => listTexts(option.required).includes(name)),
  )
  return mergeBoth({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) }, rest)
}

/** What may differ between schemas that all hold: it demands nothing, or `mergeBoth` keeps all of it. */
const MERGED = new Set(
  'additionalProperties default description examples format readOnly required title writeOnly x-semantic'
    .split(' ')
    .concat(TYPE_NAME),
)

/** Whether a schema that was made of several demands all that one of them does. */
const includes = (whole: JsonObject, part: JsonObject): boolean =>
  Object.entries(part).every(([key, value]) => {
    const kept = whole[key]
    if (MERGED.has(key)) return true
    if (key !== 'properties' || !isObject(value) || !isObject(kept))
      return stringifyStably(kept) === stringifyStably(value)
    return Object.entries(value).every(([name, child]) => includes(readObject(kept[name]), readObject(child)))
  })

/** Schemas that all hold, as one; what one cannot say stays under `allOf`. */
function mergeAll(parts: readonly JsonObject[]): JsonObject {
  const whole = parts.reduce(mergeBoth, {})
  return parts.every((part) => includes(whole, part)) ? whole : { ...whole, allOf: [...parts] }
}

/** A walk through a schema, on which references are followed. */
interface Walk {
  resolver: Resolver
  /** References within references that are followed. */
  depth: number
  /** Schemas that may be read. */
  left: number
  /** Schemas that the walk is within. */
  level: number
  /** What the result does not say, for people. */
  lost: string[]
}

/**
 * A schema of OpenAPI 2, 3.0 or 3.1, of Gemini, or one with `$defs` (draft 4 to 2020-12), as JSON Schema (2020-12) that
 * validators take. References are followed up to a depth, `allOf` is made one, and null is a type.
 *
 * @param remark Is told what the result does not demand, though the schema does
 */
export function expandSchema(
  node: Json | undefined,
  resolver: Resolver,
  remark: (why: string) => void = () => {},
): JsonObject {
  for (let depth = MAX_REFERENCE_DEPTH; ; depth--) {
    const left = depth === 0 ? Number.POSITIVE_INFINITY : MAX_SCHEMAS
    const walk: Walk = { resolver, depth, left, level: 0, lost: [] }
    const schema = expandNode(node, walk, [])
    if (walk.left < 0) continue
    for (const why of new Set(walk.lost)) remark(why)
    return schema
  }
}

function expandNode(node: Json | undefined, walk: Walk, trail: readonly string[]): JsonObject {
  walk.level++
  try {
    return expandThere(node, walk, trail)
  } finally {
    walk.level--
  }
}

function expandThere(node: Json | undefined, walk: Walk, trail: readonly string[]): JsonObject {
  if (node === false) return { not: {} }
  // Fewer references are followed then.
  if (walk.level > MAX_SCHEMA_DEPTH && walk.depth > 0) walk.left = 0
  if (!isObject(node) || --walk.left < 0) return {}
  if (typeof node.$ref !== 'string') return expandWithoutReference(node, walk, trail)
  const { $ref, ...siblings } = node
  const isWithin = trail.includes($ref)
  const found = isWithin || trail.length >= walk.depth ? undefined : walk.resolver($ref)
  const beside = expandWithoutReference(siblings, walk, trail)
  if (found === undefined) {
    const isDeep = trail.length >= walk.depth
    const why = isWithin ? 'it refers to itself' : isDeep ? 'it is nested too deep' : 'it has no target'
    walk.lost.push(`"${$ref}" accepts any value where ${why}`)
    return beside
  }
  return { ...mergeAll([expandNode(found.target, walk, [...trail, $ref]), beside]), [TYPE_NAME]: found.name }
}

function expandWithoutReference(given: JsonObject, walk: Walk, trail: readonly string[]): JsonObject {
  const node = convertBounds(given)
  const schema = { ...readOwnDemands(node, walk), ...demandsWithin(node, walk, trail) }
  if (isObject(schema.properties)) schema.type ??= 'object'
  if (!Array.isArray(node.allOf)) return schema
  const parts = node.allOf.map((part) => expandNode(part, walk, trail))
  const { [TYPE_NAME]: _, ...whole } = mergeAll([...parts, schema])
  const named = parts.length === 1 ? parts[0]?.[TYPE_NAME] : undefined
  return named === undefined ? whole : { ...whole, [TYPE_NAME]: named }
}

/** An example that a reader has to replace: `{{collection_uid}}`. */
const PLACEHOLDER = /^\{\{.*\}\}$|^<[^<>]+>$/

/** What a schema demands by keywords that hold no other schema. */
function readOwnDemands(node: JsonObject, { lost }: Walk): JsonObject {
  const schema: JsonObject = {}
  const keep = (key: string, isValid: boolean, value = node[key]): void => {
    if (value === undefined) return
    if (isValid) schema[key] = value
    else lost.push(`"${key}" is left out: ${JSON.stringify(node[key])} is not valid`)
  }
  for (const [key, isValid] of KEPT) keep(key, isValid(node[key] ?? null))
  const types = listTypes(node)
  keep('type', types.length > 0, node.type && (types.length === 1 ? (types[0] as string) : types))
  const members = Array.isArray(node.enum) ? node.enum.filter((item, i, all) => all.indexOf(item) === i) : []
  const hasNull = types.includes('null') && !members.includes(null)
  keep('enum', members.length > 0, node.enum && (hasNull ? [...members, null] : members))
  keep('pattern', isPattern(node.pattern))
  if (node.type === 'file') schema.format = 'binary'
  const samples = [...(Array.isArray(node.examples) ? node.examples : []), node.example ?? null].filter(
    (item) => item !== null && isScalar(item) && !PLACEHOLDER.test(String(item)),
  )
  if (samples.length > 0) schema.examples = [...new Set(samples)]
  const required = [...new Set(listTexts(node.required))]
  if (required.length > 0) schema.required = required
  return schema
}

/** What a schema demands by the schemas that it holds, but for `allOf`. */
function demandsWithin(node: JsonObject, walk: Walk, trail: readonly string[]): JsonObject {
  const { lost } = walk
  const before = lost.length
  const schema: JsonObject = {}
  const expandWithin = (child: Json | undefined): JsonObject => expandNode(child, walk, trail)
  const expandChildren = (children: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(children).map(([name, child]) => [name, expandWithin(child)]))
  if (isObject(node.properties)) schema.properties = expandChildren(node.properties)
  // A tuple has its schemas under `items` up to draft 7.
  const [tuple, items] = Array.isArray(node.items)
    ? [node.items, node.additionalItems]
    : [Array.isArray(node.prefixItems) ? node.prefixItems : [], node.items]
  if (tuple.length > 0) schema.prefixItems = tuple.map(expandWithin)
  if (isObject(items)) schema.items = expandWithin(items)
  const { maxItems } = node
  if (items === false)
    schema.maxItems = typeof maxItems === 'number' ? Math.min(maxItems, tuple.length) : tuple.length
  const more = node.additionalProperties
  if (more !== undefined) schema.additionalProperties = typeof more === 'boolean' ? more : expandWithin(more)
  const patterns = Object.entries(readObject(node.patternProperties))
  const valid = patterns.filter(([pattern]) => isPattern(pattern))
  if (valid.length > 0) schema.patternProperties = expandChildren(Object.fromEntries(valid))
  if (valid.length < patterns.length) {
    lost.push('"patternProperties" has patterns that are not valid')
    schema.additionalProperties = true
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = node[key]
    if (!Array.isArray(options) || options.length === 0) continue
    const count = lost.length
    const choice = options.map(expandWithin)
    // Options of which a part is lost may overlap.
    schema[lost.length > count ? 'anyOf' : key] = choice
  }
  const dependent = { ...readObject(node.dependencies), ...readObject(node.dependentSchemas) }
  const schemas = Object.entries(dependent).map(([name, child]) => [
    name,
    expandWithin(Array.isArray(child) ? { required: child } : child),
  ])
  if (schemas.length > 0) schema.dependentSchemas = Object.fromEntries(schemas)
  // Of these, what is lost within would make the whole demand more.
  for (const key of [...WITH_SCHEMA, ...UNEVALUATED]) {
    const child = node[key]
    if (!isObject(child) && typeof child !== 'boolean') continue
    const count = UNEVALUATED.includes(key) ? before : lost.length
    const kept = typeof child === 'boolean' ? child : expandWithin(child)
    if (lost.length === count) schema[key] = kept
  }
  for (const key of ['$dynamicRef', '$recursiveRef'])
    if (node[key] !== undefined) lost.push(`"${key}" accepts any value: it is not followed`)
  return schema
}

export function removeTypeNames<T extends Json>(schema: T): T {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === TYPE_NAME ? undefined : value))) as T
}
