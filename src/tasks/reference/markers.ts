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

/** A text that has to contain each value, in any wording; of a list, each value in it. */
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

const holdsMarker = (value: Written): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return isMarker(value) || Object.values(value).some((item) => holdsMarker(item as Written))
}

/** What a tool gets: JSON, with an example in the place of each marker. The value itself if it holds no marker. */
export function readExample(value: Written): Json {
  if (!holdsMarker(value)) return value as Json
  return isMarker(value) ? exampleOfMarker(value) : mapChildren(value as Json, readExample)
}

const collectLeaves = memoizeByObject((value: Exclude<Written, null> & object): ReadonlyMap<string, Json> => {
  const found = new Map<string, Json>()
  const collect = (part: Written, at: string): void => {
    if (typeof part !== 'object' || part === null) found.set(at, part)
    else if (!isMarker(part))
      for (const key of Object.keys(part)) collect((part as JsonObject)[key] as Json, appendKey(at, key))
    else if (markerKind(part) !== 'any') part.values.forEach((item, i) => void collect(item, `${at}#${i}`))
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
export function copyWritten(value: unknown, what: string, undefinedAt: string[] = []): Written {
  const parents: object[] = []
  const keys: string[] = []
  const refuse = (found: string): ReferenceFunctionError =>
    new ReferenceFunctionError(`${what} holds ${found}, which is not JSON`)
  const copyPart = (item: unknown, key: string): Written => {
    keys.push(key)
    if (item === undefined) undefinedAt.push(keys.reduce(appendKey, ''))
    const copied = copy(item ?? null)
    keys.pop()
    return copied
  }
  const copyObject = (part: object): Written => {
    if (isMarker(part) && part.values.includes(undefined as never))
      throw refuse(`${markerKind(part)}() without a value`)
    if (isMarker(part)) return { ...part, values: part.values.map(copy) }
    if (Array.isArray(part)) return part.map((item, i) => copyPart(item, String(i)))
    if ('toJSON' in part && typeof part.toJSON === 'function') return copy(part.toJSON())
    const prototype: unknown = Object.getPrototypeOf(part)
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      throw refuse(`an object of class ${nameClass(part)}`)
    const fields: JsonObject = {}
    for (const key of Object.keys(part)) {
      const item = (part as Record<string, unknown>)[key]
      const copied = copyPart(item, key) as Json
      if (item !== undefined) setField(fields, key, copied)
    }
    return fields
  }
  const copy = (part: unknown): Written => {
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return part
    if (typeof part === 'number' && Number.isFinite(part)) return part
    if (typeof part === 'function') throw refuse(`the function ${part.name}, and not what it returns`)
    if (typeof part !== 'object')
      throw refuse(typeof part === 'number' ? String(part) : `a value of type ${typeof part}`)
    if (part instanceof Promise) throw refuse('a promise: await the call that it comes from')
    if (parents.includes(part)) throw refuse('an object that holds itself')
    if (parents.length >= MAX_DEPTH) throw refuse(`more than ${MAX_DEPTH} objects in each other`)
    parents.push(part)
    const copied = copyObject(part)
    parents.pop()
    return copied
  }
  return copy(value)
}

/** A copy with each leaf changed. */
export function mapLeaves(value: Json, change: (leaf: Json, pointer: string) => Json, at = ''): Json {
  if (isScalar(value)) return change(value, at)
  return mapChildren(value, (child, key) => mapLeaves(child, change, appendKey(at, key)))
}
