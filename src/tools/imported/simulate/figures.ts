import { nameWords } from '../../../shared/english.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Making } from './making.ts'

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined

interface Range {
  min: number
  max: number
  decimals?: number
}

/** Names of figures, the range that they lie in and their decimals. */
const RANGES: readonly [RegExp, Range][] = [
  [
    /^(?:price|cost|amount|total|fee|balance|salary|subtotal|tax|charge|copay)$/,
    { min: 12, max: 980, decimals: 2 },
  ],
  [/^(?:lat|latitude)$/, { min: -70, max: 70, decimals: 5 }],
  [/^(?:lng|lon|longitude)$/, { min: -170, max: 170, decimals: 5 }],
  [/^(?:rating|score|stars)$/, { min: 1, max: 5, decimals: 3 }],
  [/^(?:percent|percentage|rate|ratio)$/, { min: 1, max: 99, decimals: 3 }],
]
/** Names of whole numbers and the range that they lie in. */
const WHOLE_RANGES: readonly [RegExp, Range][] = [
  [/^year$/, { min: 1990, max: 2026 }],
  [/^age$/, { min: 18, max: 90 }],
  [/^(?:quantity|qty|pieces|copies|seats|guests|nights|persons|people)$/, { min: 2, max: 60 }],
]
/** Ranges of numbers of which nothing is known. */
const USUAL: Range = { min: 10, max: 9000 }
const USUAL_WHOLE: Range = { min: 1000, max: 9999 }

const rangeIn = (ranges: readonly [RegExp, Range][], name: string): Range | undefined =>
  ranges.find(([pattern]) => nameWords(name).some((word) => pattern.test(word)))?.[1]

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0

/** Numbers of the order of an example. */
function rangeLike(examples: Json | undefined): Range | undefined {
  const example = Array.isArray(examples) ? examples.map(numberOf).find(Boolean) : undefined
  if (example === undefined) return undefined
  const [min = 0, max = 0] = [example / 2, example * 2].sort((a, b) => a - b)
  return { min: Math.floor(min), max: Math.ceil(max), decimals: Math.max(2, decimalsOf(example)) }
}

/** A number that a schema allows, in the range that its name or an example lets expect. */
export function figureOf(
  schema: JsonObject,
  name: string,
  at: string,
  { draw }: Making,
  isInteger: boolean,
): number {
  const known = isInteger ? rangeIn(WHOLE_RANGES, name) : rangeIn(RANGES, name)
  const usual = known ?? rangeLike(schema.examples) ?? (isInteger ? USUAL_WHOLE : USUAL)
  const beyond = (bound: Json | undefined, sign: 1 | -1): number | undefined => {
    const value = numberOf(bound)
    return value === undefined ? undefined : value + sign * (isInteger ? 1 : 0.01)
  }
  const least = numberOf(schema.minimum) ?? beyond(schema.exclusiveMinimum, 1)
  const most = numberOf(schema.maximum) ?? beyond(schema.exclusiveMaximum, -1)
  const min = least ?? Math.min(usual.min, most ?? usual.min)
  const max = most ?? (usual.max > min ? usual.max : min + usual.max)
  // What is as wide as this differs from world to world with two decimals, as prices have them.
  const decimals = usual.decimals ?? (max - min < 100 ? 3 : 2)
  const value = draw.figure(at, undefined, {
    min: isInteger ? Math.ceil(min) : min,
    max: isInteger ? Math.floor(Math.min(max, Number.MAX_SAFE_INTEGER)) : max,
    decimals: isInteger ? 0 : decimals,
  })
  const step = numberOf(schema.multipleOf)
  if (step === undefined) return value
  const steps = Math.max(Math.ceil(min / step), Math.floor(value / step))
  return Number((steps * step).toFixed(decimalsOf(step)))
}

/** Whether a number of that name says something to a person: its range is known by the name or by the schema. */
export const isTellingFigure = (schema: JsonObject, name: string, isInteger: boolean): boolean =>
  typeof schema.maximum === 'number' ||
  rangeLike(schema.examples) !== undefined ||
  rangeIn(isInteger ? WHOLE_RANGES : RANGES, name) !== undefined
