import { append } from '@hyperjump/json-pointer'
import { copyJson, isObject, type Json, setField } from './json.ts'

export const appendKey = (pointer: string, key: string): string =>
  key.includes('/') || key.includes('~') ? append(key, pointer) : `${pointer}/${key}`

/** A tilde that escapes nothing. */
const MISWRITTEN = /~(?![01])/

const unescapeSegment = (segment: string): string =>
  segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment

export function readValueAt(value: Json, pointer: string): Json | undefined {
  if (pointer === '') return value
  if (!pointer.startsWith('/') || MISWRITTEN.test(pointer)) return undefined
  let here: Json | undefined = value
  for (let start = 1; start <= pointer.length; ) {
    if (typeof here !== 'object' || here === null) return undefined
    const slash = pointer.indexOf('/', start)
    const end = slash < 0 ? pointer.length : slash
    const segment = unescapeSegment(pointer.slice(start, end))
    here = Array.isArray(here)
      ? here[Number.parseInt(segment, 10)]
      : Object.hasOwn(here, segment)
        ? here[segment]
        : undefined
    start = end + 1
  }
  return here
}

/** A copy of a value with another one at a JSON Pointer; the same where that leads into nothing. */
export function replaceAt<T extends Json>(value: T, pointer: string, other: Json): T {
  const copy = copyJson(value as Json) as T
  const end = pointer.lastIndexOf('/')
  const owner = end < 0 ? undefined : readValueAt(copy, pointer.slice(0, end))
  const key = unescapeSegment(pointer.slice(end + 1))
  if (Array.isArray(owner)) owner[Number(key)] = other
  else if (isObject(owner)) setField(owner, key, other)
  return copy
}
