import { isScalar, type Json, listChildren, stringifyStably } from '../../../shared/json.ts'
import { isJsonTextOf, isSameValue, type LeafType } from '../../../tasks/equality.ts'

export const listValuesWithin = (value: Json): Json[] => [
  value,
  ...listChildren(value).flatMap(listValuesWithin),
]

/** A known number as one gives it where a text is wanted. */
const writeAsSought = (known: Json, sought: Json, { type }: LeafType): Json =>
  typeof known === 'number' && typeof sought === 'string' && type !== 'number' && type !== 'integer'
    ? String(known)
    : known

/** Whether a known value is a sought one, perhaps in another lossless form. */
export function isValue(sought: Json, known: Json, type: LeafType): boolean {
  if (isScalar(sought)) {
    return isScalar(known)
      ? isSameValue(sought, writeAsSought(known, sought, type), type)
      : isJsonTextOf(known, sought)
  }
  return isScalar(known) ? isJsonTextOf(sought, known) : stringifyStably(sought) === stringifyStably(known)
}

/** Whether a sought value stands among known ones: as a whole, or in all its parts. */
export function standsAmong(sought: Json, known: readonly Json[], type: LeafType): boolean {
  if (known.some((value) => isValue(sought, value, type))) return true
  const parts = listChildren(sought)
  return parts.length > 0 && parts.every((part) => standsAmong(part, known, type))
}
