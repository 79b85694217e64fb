import { append } from '@hyperjump/json-pointer'
import { isObject, type Json, type JsonObject, setField } from './json.ts'

/** Where a value stands in what is made. */
export interface SchemaPlace {
  /** Name of the field; an item is called by its list. Empty for the whole. */
  name: string
  /** JSON Pointer from the whole. */
  at: string
  depth: number
}

/** Makes the values of a JSON Schema; the walk through the schema is the same for all makers. */
export interface ValueMaker {
  /** A value that does not follow from the type; undefined where it does. Asked after `const` and `enum`. */
  special?(schema: JsonObject, place: SchemaPlace): Json | undefined
  pick<T>(items: readonly T[], at: string): T
  boolean(place: SchemaPlace): boolean
  number(schema: JsonObject, place: SchemaPlace): number
  /** Also asked where a schema has no type. */
  text(schema: JsonObject, place: SchemaPlace): Json | undefined
  /** Number of items; undefined where no list can be made. */
  count(schema: JsonObject, place: SchemaPlace): number | undefined
  takes(field: JsonObject, isRequired: boolean, place: SchemaPlace): boolean
  /** What an item of a list is called; as the list by default. */
  itemName?(list: string): string
}

const WHOLE: SchemaPlace = { name: '', at: '', depth: 0 }

/** The JSON type that a schema names first, null aside. */
export const readSchemaType = ({ type }: JsonObject): string | undefined => {
  const plainType = Array.isArray(type) ? type.find((one) => typeof one === 'string' && one !== 'null') : type
  return typeof plainType === 'string' && plainType !== 'null' ? plainType : undefined
}

/** A value that a schema allows; undefined where the maker has none. */
export function buildSchemaValue(schema: JsonObject, maker: ValueMaker, place = WHOLE): Json | undefined {
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    const options = schema.enum.filter((one) => one !== null)
    return options.length === 0 ? null : maker.pick<Json>(options, place.at)
  }
  const special = maker.special?.(schema, place)
  if (special !== undefined) return special
  const options = [schema.oneOf, schema.anyOf].find((list): list is Json[] => Array.isArray(list))
  const option = options?.filter(isObject).find(({ type }) => type !== 'null')
  if (option !== undefined && !isObject(schema.properties)) return buildSchemaValue(option, maker, place)
  switch (
    readSchemaType(schema) ??
    (isObject(schema.properties) ? 'object' : (schema.items ?? schema.prefixItems) && 'array')
  ) {
    case 'boolean':
      return maker.boolean(place)
    case 'integer':
    case 'number':
      return maker.number(schema, place)
    case 'array': {
      const items = isObject(schema.items) ? schema.items : {}
      const tuple = Array.isArray(schema.prefixItems) ? schema.prefixItems.filter(isObject) : []
      const count = tuple.length > 0 ? tuple.length : maker.count(schema, place)
      if (count === undefined) return undefined
      const values = Array.from({ length: count }, (_, i) =>
        buildSchemaValue(tuple[i] ?? items, maker, {
          name: maker.itemName?.(place.name) ?? place.name,
          at: append(String(i), place.at),
          depth: place.depth + 1,
        }),
      )
      return values.every((value) => value !== undefined) ? values : undefined
    }
    case 'object':
      return buildSchemaObject(schema, maker, place)
    default:
      return schema.type === 'null' ? null : maker.text(schema, place)
  }
}

export function buildSchemaObject(schema: JsonObject, maker: ValueMaker, place = WHOLE): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : []
  const made: JsonObject = {}
  for (const [name, field] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (!isObject(field) || !maker.takes(field, required.includes(name), place)) continue
    const value = buildSchemaValue(field, maker, { name, at: append(name, place.at), depth: place.depth + 1 })
    if (value !== undefined) setField(made, name, value)
  }
  return made
}
