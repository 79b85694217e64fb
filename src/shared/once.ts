/** A value that is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}
