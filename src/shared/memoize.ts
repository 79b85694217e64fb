/** A value that is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}

/** Memoizes a function of one object, as long as that is in use. */
export function memoizeByObject<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const kept = new WeakMap<Key, { value: T }>()
  return (key) => {
    let known = kept.get(key)
    if (known === undefined) {
      known = { value: make(key) }
      kept.set(key, known)
    }
    return known.value
  }
}

/** Texts that are longer are not kept. */
const MAX_TEXT_LENGTH = 20_000

/**
 * Memoizes a function of one text. One text is read many times.
 * Its results are shared, so callers must not change them.
 *
 * @param most Texts that are kept; beyond that the first one is forgotten.
 */
export function memoizeByString<T>(most: number, make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, { value: T }>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known.value
    const value = make(text)
    if (text.length > MAX_TEXT_LENGTH) return value
    if (kept.size >= most) {
      const [first] = kept.keys()
      if (first !== undefined) kept.delete(first)
    }
    kept.set(text, { value })
    return value
  }
}

/**
 * A regular expression that is made when it is first used. Reading one with classes of letters takes a tenth of a
 * millisecond, and who imports the scorer need not wait for a hundred of them.
 */
export const pattern = (source: string, flags?: string): (() => RegExp) =>
  once(() => new RegExp(source, flags))
