import { copyJson, isObject, type Json, type JsonObject, setField } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { ReferenceFunctionError } from './reference-error.ts'
import type { MarkerOf, Unmarked } from './tool-types.ts'

/** The same symbol in every copy of this package, so that markers of one copy are read by another. */
const MARKER: unique symbol = Symbol.for('tracewright.marker') as never

/** How an argument or an answer is compared where it is not compared as it stands. */
export type MarkerKind = 'any' | 'exactly' | 'oneOf' | 'optional' | 'text' | 'unordered'

/** Stands for a value and says how it is compared. */
export interface Marker {
  readonly [MARKER]: MarkerKind
  /** Fixed parts of a text, one more than `values`. */
  readonly strings: readonly string[]
  readonly values: readonly Written[]
}

/** What a reference function writes: JSON, with markers in place of values. */
export type Written = Json | Marker | Written[] | { [key: string]: Written }

export const isMarker = (value: unknown): value is Marker =>
  typeof value === 'object' && value !== null && MARKER in value

export const markerKind = (marker: Marker): MarkerKind => marker[MARKER]

const mark = <Value>(
  kind: MarkerKind,
  values: readonly unknown[],
  strings: readonly string[] = [],
): MarkerOf<Value> => ({ [MARKER]: kind, strings, values: values as Written[] }) satisfies Marker as never

/** A text that has to contain each value, in any wording. */
export const text = (strings: TemplateStringsArray, ...values: unknown[]): MarkerOf<string> =>
  mark('text', values, [...strings])

/** The text as it is written, with values in its gaps. */
export const exactly = (strings: TemplateStringsArray, ...values: unknown[]): MarkerOf<string> =>
  mark('exactly', values, [...strings])

/** Any value; the reference run uses the example. */
export const any = <const Value>(example: Value): MarkerOf<Unmarked<Value>> => mark('any', [example])

/** One of several values; the reference run uses the first. */
export const oneOf = <const Value>(...values: [Value, ...Value[]]): MarkerOf<Unmarked<Value>> =>
  mark('oneOf', values)

/** An argument that may be left out. */
export const optional = <const Value>(value: Value): MarkerOf<Unmarked<Value>> => mark('optional', [value])

/** A list whose order does not count. */
export const unordered = <const Item>(items: readonly Item[]): MarkerOf<readonly Item[]> =>
  mark('unordered', items)

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Puts the texts of values between the fixed parts. */
export const joinText = (strings: readonly string[], values: readonly Json[]): string =>
  strings.map((part, i) => part + (i < values.length ? asText(values[i] as Json) : '')).join('')

/** The value that the reference run sends in place of the marker. */
function exampleOfMarker({ strings, values, ...marker }: Marker): Json {
  const kind = markerKind(marker as Marker)
  if (kind === 'text' || kind === 'exactly') return joinText(strings, values.map(readExample))
  return kind === 'unordered' ? values.map(readExample) : readExample(values[0] as Written)
}

/** What a tool gets: JSON, with an example in the place of each marker. */
export function readExample(value: Written): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isMarker(value)) return exampleOfMarker(value)
  if (Array.isArray(value)) return value.map(readExample)
  const example: JsonObject = {}
  for (const [key, item] of Object.entries(value)) setField(example, key, readExample(item as Written))
  return example
}

/** Fields of one level that a marker or container has, by the rest of their pointer. */
const partsOf = (value: Marker | Written[] | { [key: string]: Written }): [string, Written][] => {
  if (isMarker(value))
    return markerKind(value) === 'any' ? [] : value.values.map((item, i) => [`#${i}`, item])
  return Object.entries(value).map(([key, item]) => [appendKey('', key), item as Written])
}

/** Texts, numbers, booleans and nulls by JSON Pointer; `#1` leads into the second value of a marker. */
export function listLeaves(value: Written, at = '', found = new Map<string, Json>()): Map<string, Json> {
  if (typeof value !== 'object' || value === null) found.set(at, value)
  else for (const [key, item] of partsOf(value)) listLeaves(item, at + key, found)
  return found
}

/**
 * A copy of what a function wrote, as JSON would carry it.
 *
 * @throws ReferenceFunctionError for a value that JSON cannot carry
 */
export function copyWritten(value: unknown): Written {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value !== 'object') throw new ReferenceFunctionError(`${describe(value)} is not JSON`)
  if (value instanceof Promise)
    throw new ReferenceFunctionError('a promise is not JSON: await the call that it comes from')
  if (isMarker(value)) return { ...value, values: value.values.map(copyWritten) }
  if (Array.isArray(value)) return value.map((item) => copyWritten(item ?? null))
  if ('toJSON' in value && typeof value.toJSON === 'function') return copyWritten(value.toJSON())
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new ReferenceFunctionError(
      `an object of class ${(value.constructor as { name: string }).name} is not JSON`,
    )
  const copy: { [key: string]: Written } = {}
  for (const [key, item] of Object.entries(value))
    if (item !== undefined) setField(copy as JsonObject, key, copyWritten(item) as Json)
  return copy
}

const describe = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `a value of type ${typeof value}`

/** Whether JSON holds an object or a list. */
export const isContainer = (value: Json): boolean => isObject(value) || Array.isArray(value)

/** A copy with each leaf changed. */
export function mapLeaves(value: Json, change: (leaf: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change))
  if (!isObject(value)) return change(value)
  const copy = copyJson(value)
  for (const key of Object.keys(copy)) setField(copy, key, mapLeaves(value[key] as Json, change))
  return copy
}
