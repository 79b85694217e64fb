import { append } from '@hyperjump/json-pointer'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { nameWords } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import {
  buildSchemaObject,
  buildSchemaValue,
  readSchemaType,
  type ValueMaker,
} from '../../../shared/schema-value.ts'
import { singular } from '../../../shared/singular.ts'
import { Draw } from '../../world/draw.ts'
import type { Making } from './making.ts'
import { drawMeantText, drawText, listFieldWords } from './texts.ts'

const MAX_ITEMS = 1000
/** Levels of objects and lists within a value that are made up. */
const MAX_DEPTH = 4

const readNumber = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined

interface ValueRange {
  min: number
  max: number
  decimals?: number
}

/** Names of numbers, the range that they lie in and their decimals. */
const RANGES: readonly [RegExp, ValueRange][] = [
  [
    /^(?:price|cost|amount|total|fee|balance|salary|subtotal|tax|charge|copay)$/,
    { min: 12, max: 980, decimals: 2 },
  ],
  [/^(?:lat|latitude)$/, { min: -70, max: 70, decimals: 5 }],
  [/^(?:lng|lon|longitude)$/, { min: -170, max: 170, decimals: 5 }],
  [/^(?:rating|score|stars)$/, { min: 1, max: 5, decimals: 3 }],
  [/^(?:percent|percentage|rate|ratio)$/, { min: 1, max: 99, decimals: 3 }],
]
const WHOLE_RANGES: readonly [RegExp, ValueRange][] = [
  [/^year$/, { min: 1990, max: 2026 }],
  [/^age$/, { min: 18, max: 90 }],
  [/^(?:quantity|qty|pieces|copies|seats|guests|nights|persons|people)$/, { min: 2, max: 60 }],
]
/** Ranges of numbers of which nothing is known. */
const USUAL: ValueRange = { min: 10, max: 9000 }
const USUAL_WHOLE: ValueRange = { min: 1000, max: 9999 }

const findRange = (ranges: readonly [RegExp, ValueRange][], name: string): ValueRange | undefined =>
  ranges.find(([pattern]) => nameWords(name).some((word) => pattern.test(word)))?.[1]

const countDecimals = (value: number): number => String(value).split('.')[1]?.length ?? 0

/** Numbers of the order of an example. */
function deriveRange(examples: Json | undefined): ValueRange | undefined {
  const example = Array.isArray(examples) ? examples.map(readNumber).find(Boolean) : undefined
  if (example === undefined) return undefined
  const [min = 0, max = 0] = [example / 2, example * 2].sort((a, b) => a - b)
  return { min: Math.floor(min), max: Math.ceil(max), decimals: Math.max(2, countDecimals(example)) }
}

/** Nobody asks for a size of 60.06 where the example is 42. */
export const isWholeByExample = ({ examples }: JsonObject): boolean =>
  Array.isArray(examples) && examples.length > 0 && examples.every((one) => Number.isInteger(one))

/** A number that a schema allows, in the range that its name or an example lets expect. */
function numberFor(
  schema: JsonObject,
  name: string,
  at: string,
  { draw, isStated }: Making,
  isInteger: boolean,
): number {
  const known = findRange(isInteger ? WHOLE_RANGES : RANGES, name)
  // Nobody gives 487 stars.
  const stated = isStated === true ? findRange(RANGES, name) : undefined
  const usual = known ?? deriveRange(schema.examples) ?? stated ?? (isInteger ? USUAL_WHOLE : USUAL)
  const stepBeyond = (bound: Json | undefined, sign: 1 | -1): number | undefined => {
    const value = readNumber(bound)
    return value === undefined ? undefined : value + sign * (isInteger ? 1 : 0.01)
  }
  const least = readNumber(schema.minimum) ?? stepBeyond(schema.exclusiveMinimum, 1)
  const most = readNumber(schema.maximum) ?? stepBeyond(schema.exclusiveMaximum, -1)
  const min = least ?? Math.min(usual.min, most ?? usual.min)
  const max = most ?? (usual.max > min ? usual.max : min + usual.max)
  // What is as wide as this differs from world to world with two decimals, as prices have them.
  const isWhole = isInteger || (isStated === true && known === undefined && isWholeByExample(schema))
  const decimals = isWhole ? 0 : (usual.decimals ?? (max - min < 100 ? 3 : 2))
  const value = draw.number(at, undefined, {
    min: isWhole ? Math.ceil(min) : min,
    max: isWhole ? Math.floor(Math.min(max, Number.MAX_SAFE_INTEGER)) : max,
    decimals,
  })
  const step = readNumber(schema.multipleOf)
  if (step === undefined) return value
  const steps = Math.max(Math.ceil(min / step), Math.floor(value / step))
  return Number((steps * step).toFixed(countDecimals(step)))
}

/** A bound from here on is one of the number's type, such as 32 bits. */
const MAX_TELLING = 2 ** 31 - 1

/** Whether the schema or the name of a number tells its range. */
export const hasRange = (schema: JsonObject, name: string): boolean =>
  (typeof schema.maximum === 'number' && schema.maximum < MAX_TELLING) ||
  findRange([...WHOLE_RANGES, ...RANGES], name) !== undefined

/** Whether a number of that name says something to a person: its range is known by the name or by the schema. */
const isDecisiveNumber = (schema: JsonObject, name: string, isInteger: boolean): boolean =>
  (typeof schema.maximum === 'number' && schema.maximum < MAX_TELLING) ||
  deriveRange(schema.examples) !== undefined ||
  findRange(isInteger ? WHOLE_RANGES : RANGES, name) !== undefined

/**
 * Whether a value of a schema and name says something to a person: made up by what it means, by an enum or within
 * bounds, and not by nothing but its type.
 *
 * @param isStated Whether it goes into a request, where it may be an example
 */
export function isDecisive(schema: JsonObject, name: string, isStated = true): boolean {
  const meaning = String(schema[SEMANTIC_KEY] ?? '')
  if (schema.const !== undefined || Array.isArray(schema.enum) || meaning.startsWith('id:')) return true
  const type = readSchemaType(schema)
  switch (type) {
    case 'integer':
    case 'number':
      return isDecisiveNumber(schema, name, type === 'integer')
    case 'string': {
      const draw = new Draw(0, 'telling', [name])
      const making: Making = { draw, owner: '', place: 0, of: 1, idOf: () => '', now: 0 }
      const stated: Making = { ...making, ...(isStated ? { isStated } : {}) }
      return drawMeantText(schema, name, `/${name}`, stated) !== undefined
    }
    default:
      return true
  }
}

const createMaker = (making: Making): ValueMaker => {
  const { draw } = making
  return {
    special(schema, { at, depth }) {
      const meaning = String(schema[SEMANTIC_KEY] ?? '')
      const type = readSchemaType(schema)
      if (meaning.startsWith('id:') && type !== 'array' && type !== 'object')
        return making.idOf(meaning.slice(3), at, schema)
      return type === 'object' ? drawMap(schema, at, making, depth) : undefined
    },
    itemName: singular,
    pick: (items, at) => draw.pick(at, undefined, items),
    boolean: ({ at }) => draw.pick(at, undefined, [true, false]),
    number: (schema, { name, at }) =>
      numberFor(schema, name, at, making, readSchemaType(schema) === 'integer'),
    text: (schema, { name, at }) =>
      readSchemaType(schema) === 'string' ? drawText(schema, name, at, making) : {},
    count({ items, minItems, maxItems }, { at, depth }) {
      if (!isObject(items) || depth >= MAX_DEPTH) return 0
      const least = readNumber(minItems) ?? 1
      const wanted = Math.max(least, draw.pick(`${at} count`, undefined, depth < 2 ? [1, 2, 3] : [1]))
      return Math.min(MAX_ITEMS, wanted, readNumber(maxItems) ?? Math.max(least, 3))
    },
    takes: (field, isRequired, { depth }) => field.writeOnly !== true && (depth < MAX_DEPTH || isRequired),
  }
}

/** An object that names no fields but says what its values are: a few under made-up keys. */
function drawMap(
  { properties, additionalProperties: values }: JsonObject,
  at: string,
  making: Making,
  depth: number,
): JsonObject | undefined {
  const hasFields = isObject(properties) && Object.keys(properties).length > 0
  if (hasFields || !isObject(values) || depth >= MAX_DEPTH) return undefined
  const keys = listFieldWords('things')
    .slice(0, 3)
    .map((key) => key.toLowerCase())
  return Object.fromEntries(
    keys.map((key) => [key, makeUpValue(values, key, append(key, at), making, depth + 1)]),
  )
}

/** A value that a schema allows, made up from its format, its name and what it means. */
export const makeUpValue = (schema: JsonObject, name: string, at: string, making: Making, depth = 0): Json =>
  buildSchemaValue(schema, createMaker(making), { name, at, depth }) ?? {}

export const makeUpObject = (schema: JsonObject, at: string, making: Making): JsonObject =>
  drawMap(schema, at, making, 0) ?? buildSchemaObject(schema, createMaker(making), { name: '', at, depth: 0 })
