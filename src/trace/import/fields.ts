/** The fields of any object, whatever they hold. */
export type Fields = Readonly<Record<string, unknown>>

/** True for objects of any class, not for arrays. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first of the named fields that is a text with something in it. */
export function textField(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** The objects of a field that may be missing; what is no object is left out. */
export const listField = (fields: Fields, name: string): Fields[] => {
  const value = fields[name]
  return Array.isArray(value) ? value.filter(isFields) : []
}

/** True for a field that is missing or null. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

/**
 * Whether an object has a filled field, beside the known ones, whose name speaks of calls: a shape of another
 * library then, whose calls must not get lost.
 */
export const hidesCalls = (fields: Fields, known: readonly string[]): boolean =>
  Object.entries(fields).some(
    ([name, value]) =>
      /tool|call|function|parts/i.test(name) &&
      !known.includes(name) &&
      !isAbsent(value) &&
      typeof value !== 'function' &&
      !(Array.isArray(value) && value.length === 0),
  )
