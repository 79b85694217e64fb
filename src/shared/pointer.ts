import { append } from '@hyperjump/json-pointer'
import type { Json } from './json.ts'

/** A JSON Pointer and one key more. */
export const below = (pointer: string, key: string): string =>
  key.includes('/') || key.includes('~') ? append(key, pointer) : `${pointer}/${key}`

/** A tilde that escapes nothing. */
const MISWRITTEN = /~(?![01])/

const unescaped = (segment: string): string =>
  segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment

/** The value at a JSON Pointer; undefined where it leads nowhere. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  if (pointer === '') return value
  if (!pointer.startsWith('/') || MISWRITTEN.test(pointer)) return undefined
  let here: Json | undefined = value
  for (let start = 1; start <= pointer.length; ) {
    if (typeof here !== 'object' || here === null) return undefined
    const slash = pointer.indexOf('/', start)
    const end = slash < 0 ? pointer.length : slash
    const segment = unescaped(pointer.slice(start, end))
    here = Array.isArray(here)
      ? here[Number.parseInt(segment, 10)]
      : Object.hasOwn(here, segment)
        ? here[segment]
        : undefined
    start = end + 1
  }
  return here
}
