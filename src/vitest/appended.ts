/** A new list with the missing values appended: projects may share the arrays of a config. */
export function appended(array: string[] | undefined, ...values: string[]): string[] {
  const list = array ?? []
  return [...list, ...values.filter((value) => !list.includes(value))]
}
