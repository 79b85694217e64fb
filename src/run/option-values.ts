/** Checks of values that a user gives to options, and how messages show these values. */

const MAX_SHOWN_LENGTH = 60

export function formatValue(value: unknown): string {
  const text = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text
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
