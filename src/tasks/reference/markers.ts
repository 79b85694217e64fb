import { isScalar, type Json, type JsonObject, mapChildren, setField } from '../../shared/json.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
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

/** Exactly this text, with values in its gaps. */
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
  return isMarker(value) ? exampleOfMarker(value) : mapChildren(value as Json, readExample)
}

/** Fields of one level that a marker or container has, by the rest of their pointer. */
const listParts = (value: Marker | Written[] | { [key: string]: Written }): [string, Written][] => {
  if (isMarker(value))
    return markerKind(value) === 'any' ? [] : value.values.map((item, i) => [`#${i}`, item])
  return Object.entries(value).map(([key, item]) => [appendKey('', key), item as Written])
}

const collectLeaves = memoizeByObject((value: Exclude<Written, null> & object): ReadonlyMap<string, Json> => {
  const found = new Map<string, Json>()
  const collect = (part: Written, at: string): void => {
    if (typeof part !== 'object' || part === null) found.set(at, part)
    else for (const [key, item] of listParts(part)) collect(item, at + key)
  }
  collect(value, '')
  return found
})

/** Texts, numbers, booleans and nulls by JSON Pointer; `#1` leads into the second value of a marker. */
export const listLeaves = (value: Written): ReadonlyMap<string, Json> =>
  typeof value === 'object' && value !== null ? collectLeaves(value) : new Map([['', value]])

/** Objects that a written value may have in each other. */
const MAX_DEPTH = 200

/** The class of an object, else what the language calls it, as `AsyncGenerator`. */
const nameClass = (value: object): string =>
  (value.constructor as { name?: string } | null | undefined)?.name ||
  Object.prototype.toString.call(value).slice('[object '.length, -1)

/**
 * A copy of what a function wrote, as JSON would carry it.
 *
 * @param what What is copied, for messages
 * @param undefinedAt Takes the pointers of values that are undefined, which the copy lacks
 * @throws ReferenceFunctionError for a value that JSON cannot carry
 */
export function copyWritten(
  value: unknown,
  what: string,
  undefinedAt: string[] = [],
  at = '',
  parents: readonly object[] = [],
): Written {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const refuse = (found: string): ReferenceFunctionError =>
    new ReferenceFunctionError(`${what} holds ${found}, which is not JSON`)
  if (typeof value === 'function') throw refuse(`the function ${value.name}, and not what it returns`)
  if (typeof value !== 'object')
    throw refuse(typeof value === 'number' ? String(value) : `a value of type ${typeof value}`)
  if (value instanceof Promise) throw refuse('a promise: await the call that it comes from')
  if (parents.includes(value)) throw refuse('an object that holds itself')
  if (parents.length >= MAX_DEPTH) throw refuse(`more than ${MAX_DEPTH} objects in each other`)
  const within = [...parents, value]
  const copy = (item: unknown, place = at): Written => copyWritten(item, what, undefinedAt, place, within)
  if (isMarker(value) && value.values.includes(undefined as never))
    throw refuse(`${markerKind(value)}() without a value`)
  if (isMarker(value)) return { ...value, values: value.values.map((item) => copy(item)) }
  const copyPart = (item: unknown, key: string): Written => {
    const place = appendKey(at, key)
    if (item === undefined) undefinedAt.push(place)
    return copy(item ?? null, place)
  }
  if (Array.isArray(value)) return value.map((item, i) => copyPart(item, String(i)))
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON())
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw refuse(`an object of class ${nameClass(value)}`)
  const fields: JsonObject = {}
  for (const [key, item] of Object.entries(value)) {
    const copied = copyPart(item, key) as Json
    if (item !== undefined) setField(fields, key, copied)
  }
  return fields
}

/** A copy with each leaf changed. */
export function mapLeaves(value: Json, change: (leaf: Json, pointer: string) => Json, at = ''): Json {
  if (isScalar(value)) return change(value, at)
  return mapChildren(value, (child, key) => mapLeaves(child, change, appendKey(at, key)))
}
