import { nameWords } from '../../../shared/english.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Making } from './making.ts'

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined

/** Names of figures, the range that they lie in and their decimals. */
const RANGES: readonly [RegExp, { min: number; max: number; decimals: number }][] = [
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
const WHOLE_RANGES: readonly [RegExp, { min: number; max: number }][] = [
  [/^year$/, { min: 1990, max: 2026 }],
  [/^age$/, { min: 18, max: 90 }],
  [/^(?:quantity|qty|pieces|copies|seats|guests|nights|persons|people)$/, { min: 2, max: 60 }],
]
const rangeIn = <T>(ranges: readonly [RegExp, T][], last: string): T | undefined =>
  ranges.find(([pattern]) => pattern.test(last))?.[1]

/** A number that a schema allows, in the range that its name lets expect. */
export function figureOf(
  schema: JsonObject,
  name: string,
  at: string,
  { draw }: Making,
  isInteger: boolean,
): number {
  const last = nameWords(name).at(-1) ?? ''
  const named = rangeIn(RANGES, last)
  const step = numberOf(schema.multipleOf)
  const least =
    numberOf(schema.minimum) ??
    (numberOf(schema.exclusiveMinimum) !== undefined
      ? (numberOf(schema.exclusiveMinimum) as number) + (isInteger ? 1 : 0.01)
      : undefined)
  const most =
    numberOf(schema.maximum) ??
    (numberOf(schema.exclusiveMaximum) !== undefined
      ? (numberOf(schema.exclusiveMaximum) as number) - (isInteger ? 1 : 0.01)
      : undefined)
  const usual = isInteger
    ? (rangeIn(WHOLE_RANGES, last) ?? { min: 1000, max: 99_999 })
    : { min: named?.min ?? 10, max: named?.max ?? 9000 }
  const min = least ?? Math.min(usual.min, most ?? usual.min)
  const max = most ?? Math.max(usual.max, min + usual.max)
  const decimals = isInteger ? 0 : (named?.decimals ?? 3)
  const value = draw.figure(at, undefined, {
    min: isInteger ? Math.ceil(min) : min,
    max: isInteger ? Math.floor(Math.min(max, Number.MAX_SAFE_INTEGER)) : max,
    decimals,
  })
  return step === undefined ? value : Math.max(Math.ceil(min / step), Math.floor(value / step)) * step
}

/** Whether a number of that name says something to a person: its range is known by the name or by the schema. */
export const isTellingFigure = (schema: JsonObject, name: string, isInteger: boolean): boolean =>
  typeof schema.maximum === 'number' ||
  rangeIn<unknown>(isInteger ? WHOLE_RANGES : RANGES, nameWords(name).at(-1) ?? '') !== undefined
