import { append } from '@hyperjump/json-pointer'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { Draw } from '../../world/draw.ts'
import { figureOf, isTellingFigure } from './figures.ts'
import type { Making } from './making.ts'
import { meantText, textOf, wordsFor } from './texts.ts'

/** Most items of a list that is made up. */
const MOST_ITEMS = 1000
/** Levels of objects and lists within a value that are made up. */
const DEEPEST = 4

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined
export const schemaTypeOf = ({ type }: JsonObject): string | undefined => {
  const own = [type].flat().find((one) => typeof one === 'string' && one !== 'null')
  return typeof own === 'string' ? own : undefined
}

/**
 * Whether a value of a schema and name says something to a person: made up by what it means, by an enum or within
 * bounds, and not by nothing but its type.
 */
export function isTelling(schema: JsonObject, name: string): boolean {
  const meaning = String(schema[SEMANTIC_KEY] ?? '')
  if (schema.const !== undefined || Array.isArray(schema.enum) || meaning.startsWith('id:')) return true
  switch (schemaTypeOf(schema)) {
    case 'integer':
      return isTellingFigure(schema, name, true)
    case 'number':
      return isTellingFigure(schema, name, false)
    case 'string': {
      const draw = new Draw(0, 'telling', [name])
      const making: Making = { draw, owner: '', place: 0, of: 1, idOf: () => '', now: 0 }
      return meantText(schema, name, `/${name}`, making) !== undefined
    }
    default:
      return true
  }
}

/** A value that a schema allows, made up from its format, its name and what it means. */
export function madeUpValue(schema: JsonObject, name: string, at: string, making: Making, depth = 0): Json {
  const { draw } = making
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    const options = schema.enum.filter((one) => one !== null)
    return options.length === 0 ? null : draw.pick<Json>(at, undefined, options)
  }
  const meaning = String(schema[SEMANTIC_KEY] ?? '')
  if (meaning.startsWith('id:') && schemaTypeOf(schema) !== 'array' && schemaTypeOf(schema) !== 'object')
    return making.idOf(meaning.slice(3), at, schema)
  const options = [schema.oneOf, schema.anyOf].find((list): list is Json[] => Array.isArray(list))
  const option = options?.filter(isObject).find(({ type }) => type !== 'null')
  if (option !== undefined && !isObject(schema.properties))
    return madeUpValue(option, name, at, making, depth)
  const type =
    schemaTypeOf(schema) ??
    (isObject(schema.properties) ? 'object' : isObject(schema.items) ? 'array' : undefined)
  switch (type) {
    case 'boolean':
      return draw.pick(at, undefined, [true, false])
    case 'integer':
      return figureOf(schema, name, at, making, true)
    case 'number':
      return figureOf(schema, name, at, making, false)
    case 'string':
      return textOf(schema, name, at, making)
    case 'array': {
      if (!isObject(schema.items) || depth >= DEEPEST) return []
      const least = numberOf(schema.minItems) ?? 1
      const count = Math.min(
        MOST_ITEMS,
        Math.max(least, draw.pick(`${at} count`, undefined, [1, 2, 3])),
        numberOf(schema.maxItems) ?? Math.max(least, 3),
      )
      const items = schema.items
      return Array.from({ length: count }, (_, i) =>
        madeUpValue(items, name.replace(/s$/, ''), append(String(i), at), making, depth + 1),
      )
    }
    case 'object':
      return madeUpObject(schema, at, making, depth)
    default:
      return type === 'null' ? null : {}
  }
}

/** An object with every field that its schema names; where it names none, a few under made-up keys if it says of what kind. */
export function madeUpObject(schema: JsonObject, at: string, making: Making, depth = 0): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(properties).flatMap(([name, child]): [string, Json][] => {
    if (!isObject(child) || child.writeOnly === true) return []
    if (depth >= DEEPEST && !required.includes(name)) return []
    return [[name, madeUpValue(child, name, append(name, at), making, depth + 1)]]
  })
  if (fields.length > 0 || !isObject(schema.additionalProperties) || depth >= DEEPEST)
    return Object.fromEntries(fields)
  const values = schema.additionalProperties
  const keys = wordsFor('things')
    .slice(0, 3)
    .map((key) => key.toLowerCase())
  return Object.fromEntries(
    keys.map((key) => [key, madeUpValue(values, key, append(key, at), making, depth + 1)]),
  )
}
