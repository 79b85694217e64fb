import { isObject, isScalar, type Json, stableJson } from '../../../shared/json.ts'
import { isJsonTextOf, type LeafType, sameValue } from '../../../tasks/equality.ts'

export const childrenOf = (value: Json): Json[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []

export const valuesWithin = (value: Json): Json[] => [value, ...childrenOf(value).flatMap(valuesWithin)]

/** A known number as one gives it where a text is wanted. */
const written = (known: Json, sought: Json, { type }: LeafType): Json =>
  typeof known === 'number' && typeof sought === 'string' && type !== 'number' && type !== 'integer'
    ? String(known)
    : known

/** Whether a known value is a sought one, perhaps in another lossless form. */
export function isValue(sought: Json, known: Json, type: LeafType): boolean {
  if (isScalar(sought)) {
    return isScalar(known)
      ? sameValue(sought, written(known, sought, type), type)
      : isJsonTextOf(known, sought)
  }
  return isScalar(known) ? isJsonTextOf(sought, known) : stableJson(sought) === stableJson(known)
}

/** Whether a sought value stands among known ones: as a whole, or in all its parts. */
export function standsAmong(sought: Json, known: readonly Json[], type: LeafType): boolean {
  if (known.some((value) => isValue(sought, value, type))) return true
  const parts = childrenOf(sought)
  return parts.length > 0 && parts.every((part) => standsAmong(part, known, type))
}
