import { append } from '@hyperjump/json-pointer'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { TYPE_NAME } from './json-schema.ts'

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

/** The schema that is meant where there is a choice: the first of the options, null aside. */
function settled(schema: JsonObject): JsonObject {
  const options = [schema.oneOf, schema.anyOf].find((list): list is Json[] => Array.isArray(list))
  const first = options?.filter(isObject).find(({ type }) => type !== 'null')
  return first === undefined || isObject(schema.properties)
    ? schema
    : { ...settled(first), ...withoutOptions(schema) }
}

const withoutOptions = ({ oneOf: _, anyOf: __, ...rest }: JsonObject): JsonObject => rest

const isOf = (schema: JsonObject, type: string): boolean => [schema.type].flat().includes(type)

/** What a tool returns, which is always an object, and under which field of it a bare answer stands. */
export function resultOf(answer: JsonObject): { output: JsonObject; wrapped?: string } {
  const schema = settled(answer)
  if (isOf(schema, 'array')) return wrappedAs('items', schema)
  if (isObject(schema.properties) || isOf(schema, 'object') || Object.keys(schema).length === 0) {
    return { output: { ...schema, type: 'object' } }
  }
  return wrappedAs('result', schema)
}

const wrappedAs = (name: string, schema: JsonObject): { output: JsonObject; wrapped: string } => ({
  output: { type: 'object', properties: { [name]: schema }, required: [name] },
  wrapped: name,
})

/** A part of a result that is an object, or a list of objects. */
export interface Part {
  at: string
  schema: JsonObject
}

const propertiesOf = (schema: JsonObject): [string, JsonObject][] =>
  Object.entries(objectOf(schema.properties)).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  )

/** Objects that a result may be about: itself, and those right under it (`{ "data": {...} }`). */
export const objectsIn = (output: JsonObject): Part[] => [
  ...(isObject(output.properties) ? [{ at: '', schema: output }] : []),
  ...propertiesOf(output).flatMap(([name, child]) => {
    const schema = settled(child)
    return isObject(schema.properties) ? [{ at: append(name, ''), schema }] : []
  }),
]

/** Lists of objects that stand right under a result. */
export const listsIn = (output: JsonObject): Part[] =>
  propertiesOf(output).flatMap(([name, child]) => {
    const items = isOf(child, 'array') && isObject(child.items) ? settled(child.items) : undefined
    return items !== undefined && isObject(items.properties) ? [{ at: append(name, ''), schema: items }] : []
  })

export const typeNameOf = (schema: JsonObject): string | undefined =>
  typeof schema[TYPE_NAME] === 'string' ? schema[TYPE_NAME] : undefined
