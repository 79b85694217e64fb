import { load } from './load.ts'
import { memoizeOnce } from './memoize.ts'

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** An object of JSON. */
export type JsonObject = { [key: string]: Json }

const stringify = memoizeOnce(
  () => load('safe-stable-stringify') as typeof import('safe-stable-stringify').default,
)

/** JSON text with sorted object keys: equal values give equal text. */
export function stringifyStably(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  return stringify()(value) ?? 'null'
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The fields that are not undefined. */
export function dropUndefinedFields<T extends object>(fields: T): Defined<T> {
  const defined = {} as JsonObject
  for (const key of Object.keys(fields)) {
    const value = fields[key as keyof T]
    if (value !== undefined) setField(defined, key, value as Json)
  }
  return defined as Defined<T>
}

/** Puts a field into an object; `__proto__` too becomes a field of its own. */
export function setField(object: JsonObject, key: string, value: Json): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isLeaf = (value: Json): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null

/** A deep copy of JSON: what `structuredClone` gives, in a part of the time. What is not JSON is left to that. */
export function copyJson<T extends Json>(value: T): T
export function copyJson(value: Json): Json {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? structuredClone(value) : value
  }
  if (Array.isArray(value)) return value.map((item) => copyJson(item))
  if (!isPlain(value)) return structuredClone(value)
  const copy: JsonObject = {}
  for (const key of Object.keys(value)) {
    const item = value[key] as Json
    setField(copy, key, isLeaf(item) ? item : copyJson(item))
  }
  return copy
}

/** True for a plain JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const readObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

/** True for what holds no other value: texts, numbers, booleans and null. */
export const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null

/** The values that a list or an object holds; a scalar holds none. */
export const listChildren = (value: Json): Json[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/** A copy of a list or an object with each value that it holds changed; a scalar stays. */
export function mapChildren(value: Json, change: (child: Json, key: string) => Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((child, i) => change(child, String(i)))
  const copy: JsonObject = {}
  for (const key of Object.keys(value)) setField(copy, key, change(value[key] as Json, key))
  return copy
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem)

export const isRecordOf = (value: unknown, isItem: (item: unknown) => boolean): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isItem)

/** The entries of an object that are not valid alone; else the value. */
export function selectWrong(value: unknown, isValid: (value: unknown) => boolean): unknown {
  if (!isRecordOf(value, () => true)) return value
  const entries = Object.entries(value).filter(([name, item]) => !isValid({ [name]: item }))
  return entries.length > 0 ? Object.fromEntries(entries) : value
}
