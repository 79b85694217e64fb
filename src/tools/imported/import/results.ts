import { append, pointerSegments } from '@hyperjump/json-pointer'
import { isObject, type Json, type JsonObject, readObject } from '../../../shared/json.ts'
import { TYPE_NAME } from './json-schema.ts'

export const readProperties = ({ properties }: JsonObject): JsonObject => readObject(properties)
export const readRequired = ({ required }: JsonObject): string[] =>
  Array.isArray(required) ? required.map(String) : []

/** The schema that is meant where there is a choice: the first of the options, null aside. */
function settleChoice(schema: JsonObject): JsonObject {
  const options = [schema.oneOf, schema.anyOf].find((list): list is Json[] => Array.isArray(list))
  const first = options?.filter(isObject).find(({ type }) => type !== 'null')
  return first === undefined || isObject(schema.properties)
    ? schema
    : { ...settleChoice(first), ...removeOptions(schema) }
}

const removeOptions = ({ oneOf: _, anyOf: __, ...rest }: JsonObject): JsonObject => rest

const isOf = (schema: JsonObject, type: string): boolean => [schema.type].flat().includes(type)

/** What a tool returns, which is always an object, and under which field of it a bare answer stands. */
export function readResultSchema(answer: JsonObject): { output: JsonObject; wrapped?: string } {
  const schema = settleChoice(answer)
  if (isOf(schema, 'array')) return wrapAs('items', schema)
  if (isObject(schema.properties) || isOf(schema, 'object') || Object.keys(schema).length === 0) {
    return { output: { ...schema, type: 'object' } }
  }
  return wrapAs('result', schema)
}

const wrapAs = (name: string, schema: JsonObject): { output: JsonObject; wrapped: string } => ({
  output: { type: 'object', properties: { [name]: schema }, required: [name] },
  wrapped: name,
})

export interface ResultPart {
  at: string
  schema: JsonObject
}

const listFields = (schema: JsonObject): [string, JsonObject][] =>
  Object.entries(readProperties(schema)).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))

/** Objects that a result may be about: itself, and those right under it (`{ "data": {...} }`). */
export const listObjects = (output: JsonObject): ResultPart[] => [
  ...(isObject(output.properties) ? [{ at: '', schema: output }] : []),
  ...listFields(output).flatMap(([name, child]) => {
    const schema = settleChoice(child)
    return isObject(schema.properties) ? [{ at: append(name, ''), schema }] : []
  }),
]

export const listsIn = (output: JsonObject): ResultPart[] =>
  listFields(output).flatMap(([name, child]) => {
    const items = isOf(child, 'array') && isObject(child.items) ? settleChoice(child.items) : undefined
    return items !== undefined && isObject(items.properties) ? [{ at: append(name, ''), schema: items }] : []
  })

/** A schema with the thing, or the things of the list, that stand at a place of it called by their type. */
function setTypeName(schema: JsonObject, [field, ...rest]: readonly string[], name: string): JsonObject {
  if (field !== undefined) {
    const properties = readObject(schema.properties)
    const child = properties[field]
    return isObject(child)
      ? { ...schema, properties: { ...properties, [field]: setTypeName(child, rest, name) } }
      : schema
  }
  if (isOf(schema, 'array') && isObject(schema.items))
    return { ...schema, items: setTypeName(schema.items, [], name) }
  return isObject(schema.properties) ? { [TYPE_NAME]: name, ...schema } : schema
}

/**
 * The schema of a result in which entities without a name are called by their type: under `items` or `data` stands a
 * `Pet`, not an `Item`.
 *
 * @param at JSON pointer to the thing, or to the list of them
 */
export const nameTypeAt = (output: JsonObject, at: string, name: string): JsonObject =>
  setTypeName(output, [...pointerSegments(at)], name)

export const readTypeName = (schema: JsonObject): string | undefined =>
  typeof schema[TYPE_NAME] === 'string' ? schema[TYPE_NAME] : undefined
