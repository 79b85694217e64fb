import { isObject, type Json } from '../../shared/json.ts'

/** A value with every text of over `most` characters cut, and said how much is left out. */
export function clip(value: Json, most: number): Json {
  if (typeof value === 'string') {
    return value.length <= most ? value : `${value.slice(0, most)}… (${value.length - most} more characters)`
  }
  if (Array.isArray(value)) return value.map((item) => clip(item, most))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clip(item, most)]))
}
