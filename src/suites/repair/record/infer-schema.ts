import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { isObject, type Json, type JsonObject, setField } from '../../../shared/json.ts'

/** Name of the field that a JSON Pointer leads to, or of the list that it leads into. */
export const nameAt = (pointer: string): string =>
  pointer.split('/').findLast((part) => !/^\d+$/.test(part)) ?? ''

const MIN_WORDS = 3

/** Whether a text is a sentence or so, which nobody says twice in the same words. */
export const isProse = (value: Json): value is string =>
  typeof value === 'string' && value.trim().split(/\s+/).length >= MIN_WORDS

const describeType = (value: Json): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

/** Ids that other worlds have in place of short ones go up to here. */
const LARGEST_ID = 99_999

function inferLeafSchema(name: string, type: string, values: readonly Json[]): JsonObject {
  if (type === 'integer' && isIdName(name)) {
    const numbers = values.filter((value) => typeof value === 'number')
    return { type, minimum: Math.min(0, ...numbers), maximum: Math.max(LARGEST_ID, ...numbers) }
  }
  if (type === 'string' && values.some(isProse)) return { type, [SEMANTIC_KEY]: 'text' }
  return { type }
}

/** What a schema is inferred for: `shape` is a result without what its values hint at. */
type Purpose = 'arguments' | 'result' | 'shape'

/**
 * JSON Schema of what values that were seen have in common. Other fields are allowed: not all were seen.
 *
 * @param purpose Fields that are in all of several results are required, those of arguments are not
 */
export function inferSchema(values: readonly Json[], purpose: Purpose, name = ''): JsonObject {
  const types = [...new Set(values.map(describeType))]
  const known = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  const [type] = known
  if (type === undefined) return {}
  const objects = values.filter(isObject)
  const lists = values.filter(Array.isArray)
  if (known.length === 1 && objects.length + lists.length === 0)
    return purpose === 'shape' ? { type } : inferLeafSchema(name, type, values)
  return {
    type: known.length === 1 ? type : known,
    ...(objects.length > 0 && inferFields(objects, purpose)),
    ...(lists.length > 0 && { items: inferSchema(lists.flat(), purpose, name) }),
  }
}

function inferFields(objects: readonly JsonObject[], purpose: Purpose): JsonObject {
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const shared = keys.filter((key) => objects.every((object) => Object.hasOwn(object, key)))
  const properties: JsonObject = {}
  for (const key of keys) {
    const values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key] as Json] : []))
    setField(properties, key, inferSchema(values, purpose, key))
  }
  return { ...(purpose !== 'arguments' && shared.length > 0 && { required: shared }), properties }
}
