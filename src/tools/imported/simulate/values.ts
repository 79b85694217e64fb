import { append } from '@hyperjump/json-pointer'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { schemaObject, schemaTypeOf, schemaValue, type ValueMaker } from '../../../shared/schema-value.ts'
import { Draw } from '../../world/draw.ts'
import { figureOf, isTellingFigure } from './figures.ts'
import type { Making } from './making.ts'
import { meantText, textOf, wordsFor } from './texts.ts'

/** Most items of a list that is made up. */
const MAX_ITEMS = 1000
/** Levels of objects and lists within a value that are made up. */
const DEEPEST = 4

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined
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
      const making: Making = { draw, owner: '', place: 0, of: 1, idOf: () => '', isStated: true, now: 0 }
      return meantText(schema, name, `/${name}`, making) !== undefined
    }
    default:
      return true
  }
}

const makerOf = (making: Making): ValueMaker => {
  const { draw } = making
  return {
    special(schema, { at, depth }) {
      const meaning = String(schema[SEMANTIC_KEY] ?? '')
      const type = schemaTypeOf(schema)
      if (meaning.startsWith('id:') && type !== 'array' && type !== 'object')
        return making.idOf(meaning.slice(3), at, schema)
      return type === 'object' ? mapOf(schema, at, making, depth) : undefined
    },
    pick: (items, at) => draw.pick(at, undefined, items),
    boolean: ({ at }) => draw.pick(at, undefined, [true, false]),
    number: (schema, { name, at }) => figureOf(schema, name, at, making, schemaTypeOf(schema) === 'integer'),
    text: (schema, { name, at }) =>
      schemaTypeOf(schema) === 'string' ? textOf(schema, name, at, making) : {},
    count({ items, minItems, maxItems }, { at, depth }) {
      if (!isObject(items) || depth >= DEEPEST) return 0
      const least = numberOf(minItems) ?? 1
      const wanted = Math.max(least, draw.pick(`${at} count`, undefined, depth < 2 ? [1, 2, 3] : [1]))
      return Math.min(MAX_ITEMS, wanted, numberOf(maxItems) ?? Math.max(least, 3))
    },
    takes: (field, isRequired, { depth }) => field.writeOnly !== true && (depth < DEEPEST || isRequired),
  }
}

/** An object that names no fields but says what its values are: a few under made-up keys. */
function mapOf(
  { properties, additionalProperties: values }: JsonObject,
  at: string,
  making: Making,
  depth: number,
): JsonObject | undefined {
  const hasFields = isObject(properties) && Object.keys(properties).length > 0
  if (hasFields || !isObject(values) || depth >= DEEPEST) return undefined
  const keys = wordsFor('things')
    .slice(0, 3)
    .map((key) => key.toLowerCase())
  return Object.fromEntries(
    keys.map((key) => [key, madeUpValue(values, key, append(key, at), making, depth + 1)]),
  )
}

/** A value that a schema allows, made up from its format, its name and what it means. */
export const madeUpValue = (schema: JsonObject, name: string, at: string, making: Making, depth = 0): Json =>
  schemaValue(schema, makerOf(making), { name, at, depth }) ?? {}

/** An object with every field that its schema names. */
export const madeUpObject = (schema: JsonObject, at: string, making: Making): JsonObject =>
  mapOf(schema, at, making, 0) ?? schemaObject(schema, makerOf(making), { name: '', at, depth: 0 })
