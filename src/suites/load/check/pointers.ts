import { pointerSegments } from '@hyperjump/json-pointer'
import { sourcesOf } from '../../../schema/binding.ts'
import { didYouMean } from '../../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { TaskProblem } from '../task-problem.ts'

type Schema = JsonObject

const isIndex = (segment: string): boolean => /^(0|[1-9]\d*)$/.test(segment)

/** The schema that a `$ref` of the same document names. */
function referred(ref: Json | undefined, whole: Schema): Schema | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined
  let found: Json | undefined = whole
  for (const segment of pointerSegments(ref.slice(1)))
    found = isObject(found) ? found[segment] : Array.isArray(found) ? found[Number(segment)] : undefined
  return isObject(found) ? found : undefined
}

const typesOf = ({ type }: Schema): Json[] => (Array.isArray(type) ? type : type === undefined ? [] : [type])

/** Why segments lead nowhere in values of a schema; undefined where they may lead somewhere. */
function deadEnd(schema: Schema, segments: readonly string[], whole: Schema): string | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return undefined
  const ref = referred(schema.$ref, whole)
  if (ref !== undefined) return deadEnd(ref, segments, whole)
  for (const kind of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[kind]
    if (!Array.isArray(options)) continue
    const ends = options.map((option) => (isObject(option) ? deadEnd(option, segments, whole) : undefined))
    return ends.every((end) => end !== undefined) ? ends[0] : undefined
  }
  const types = typesOf(schema)
  if (isObject(schema.properties)) {
    const own = schema.properties[segment]
    if (isObject(own)) return deadEnd(own, rest, whole)
    const more = schema.additionalProperties
    if (isObject(more)) return deadEnd(more, rest, whole)
    return more === false
      ? `there is no "${segment}"${didYouMean(segment, Object.keys(schema.properties))}`
      : undefined
  }
  if (types.length === 1 && types[0] === 'array') {
    if (!isIndex(segment)) return `"${segment}" is no place in a list`
    return isObject(schema.items) ? deadEnd(schema.items, rest, whole) : undefined
  }
  if (types.length > 0 && types.every((type) => type !== 'object' && type !== 'array'))
    return `"${segment}" is looked for in a ${types.join(' or ')}`
  return undefined
}

/** Bindings that take from a place which no output of their step's tool has. */
export function pointerProblems(
  value: Json,
  toolOf: ReadonlyMap<string, string>,
  registry: Registry,
  field: string,
): TaskProblem[] {
  return sourcesOf(value).flatMap(({ $from, at }) => {
    const tool = toolOf.get($from)
    const schema = registry.get(tool ?? '')?.outputSchema
    if (tool === undefined || !isObject(schema)) return []
    const end = deadEnd(schema, [...pointerSegments(at)], schema)
    return end === undefined
      ? []
      : [{ field, message: `"${at}" leads nowhere in what ${tool} (${$from}) returns: ${end}` }]
  })
}
