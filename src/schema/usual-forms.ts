import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/**
 * Reads a value of a usual form: returns what its schema returns, without zod, which takes longer to load than a suite to
 * check. Undefined for any other value, which is left to the schema: that alone says what is wrong.
 */
export type Reader = (value: Json) => Json | undefined

export const NAMED_TRANSFORMS = ['json', 'length', 'lower', 'upper', 'trim', 'number', 'text'] as const
export const CALCULATIONS = ['sum', 'mean', 'difference', 'min', 'max', 'count'] as const

export const readIf =
  (isRight: (value: Json) => boolean): Reader =>
  (value) =>
    isRight(value) ? value : undefined

function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson)
}

export const json = readIf(isJson)
export const isTrue = readIf((value) => value === true)
export const text = readIf((value) => typeof value === 'string')
export const filledText = readIf((value) => typeof value === 'string' && value !== '')
const finite = readIf(Number.isFinite)
const fitting = (pattern: RegExp): Reader =>
  readIf((value) => typeof value === 'string' && pattern.test(value))
export const oneOf = (values: readonly string[]): Reader =>
  readIf((value) => values.includes(value as string))
export const whole = (min: number, max = Number.MAX_SAFE_INTEGER): Reader =>
  readIf((value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max)
export const nullable =
  (read: Reader): Reader =>
  (value) =>
    value === null ? null : read(value)

const either =
  (...readers: readonly Reader[]): Reader =>
  (value) => {
    for (const read of readers) {
      const found = read(value)
      if (found !== undefined) return found
    }
    return undefined
  }

export const listOf =
  (read: Reader, min = 0): Reader =>
  (value) => {
    if (!Array.isArray(value) || value.length < min) return undefined
    const items: Json[] = []
    for (const one of value) {
      const item = read(one)
      if (item === undefined) return undefined
      items.push(item)
    }
    return items
  }

/** Reads an object with these fields and no others, which it returns in this order. */
export function fieldsOf(required: Record<string, Reader>, optional: Record<string, Reader> = {}): Reader {
  const names = Object.keys(required)
  const readers = Object.entries({ ...required, ...optional })
  return (value) => {
    if (!isObject(value) || !names.every((name) => Object.hasOwn(value, name))) return undefined
    const fields: JsonObject = {}
    let count = 0
    for (const [name, read] of readers) {
      if (!Object.hasOwn(value, name)) continue
      const field = read(value[name] as Json)
      if (field === undefined) return undefined
      fields[name] = field
      count++
    }
    return count === Object.keys(value).length ? fields : undefined
  }
}

const readTransform = either(
  oneOf(NAMED_TRANSFORMS),
  fieldsOf({ round: whole(0, 15) }),
  fieldsOf({ scale: finite }),
  fieldsOf({ add: finite }),
  fieldsOf({ cut: whole(1) }),
  fieldsOf({ join: text }),
  fieldsOf({ split: filledText, take: whole(Number.MIN_SAFE_INTEGER) }),
)
const digits = whole(1, 15)
const bindings = listOf(json, 1)
const gap = fieldsOf({ gap: fitting(/^[^<>]+$/), is: json })

const READERS = {
  $from: fieldsOf({ $from: filledText, at: fitting(/^(\/.*)?$/) }, { via: listOf(readTransform), digits }),
  $calc: fieldsOf({ $calc: oneOf(CALCULATIONS), of: bindings }, { round: whole(0, 15), digits }),
  $pick: fieldsOf({ $pick: oneOf(['max', 'min']), of: bindings, give: bindings }),
  $text: fieldsOf({ $text: bindings }),
  $template: fieldsOf({ $template: listOf(either(fitting(/^[^<]*$/), gap), 1) }, { around: isTrue }),
  $oneOf: fieldsOf({ $oneOf: bindings }),
  $unordered: fieldsOf({ $unordered: listOf(json) }),
  $any: fieldsOf({ $any: isTrue }),
  $literal: fieldsOf({ $literal: json }),
  $optional: fieldsOf({ $optional: json }),
} satisfies Record<string, Reader>

/** Whether a binding is well formed for sure. */
export function isUsualBinding(key: keyof typeof READERS, value: JsonObject): boolean {
  if (READERS[key](value) === undefined) return false
  if (key === '$pick') return (value.of as Json[]).length === (value.give as Json[]).length
  return key !== '$template' || (value.$template as Json[]).some(isObject)
}
