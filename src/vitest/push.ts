/** Adds values that are not there yet; arrays of a project's config may be shared between projects. */
export function push(array: string[] | undefined, ...values: string[]): string[] {
  const list = array ?? []
  return [...list, ...values.filter((value) => !list.includes(value))]
}
