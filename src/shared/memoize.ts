/** A value that is made when it is first asked for. */
export function memoizeOnce<T>(make: () => T): () => T {
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

/**
 * Values by key, of which those that were not asked for lately are forgotten: as one generation is full, it becomes the
 * older one, and what was the older one goes.
 */
export class RecentMap<V> {
  private recent = new Map<string, V>()
  private older = new Map<string, V>()
  private readonly maxSize: number

  /** @param maxSize Values of one generation */
  constructor(maxSize: number) {
    this.maxSize = maxSize
  }

  /** The value of a key, which counts as used; undefined where it went or never was. */
  get(key: string): V | undefined {
    const found = this.recent.get(key)
    if (found !== undefined) return found
    const old = this.older.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  /** Keeps a value. */
  set(key: string, value: V): void {
    this.recent.set(key, value)
    if (this.recent.size <= this.maxSize) return
    this.older = this.recent
    this.recent = new Map()
  }
}

/** Texts that are longer are not kept. */
const MAX_TEXT_LENGTH = 20_000

/**
 * Memoizes a function of one text. One text is read many times.
 * Its results are shared, so callers must not change them.
 *
 * @param maxSize Texts of one generation of a {@link RecentMap}
 */
export function memoizeByString<T>(maxSize: number, make: (text: string) => T): (text: string) => T {
  const kept = new RecentMap<{ value: T }>(maxSize)
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known.value
    const value = make(text)
    if (text.length <= MAX_TEXT_LENGTH) kept.set(text, { value })
    return value
  }
}

/**
 * A regular expression that is made when it is first used. Reading one with classes of letters takes a tenth of a
 * millisecond, and who imports the scorer need not wait for a hundred of them.
 */
export const createPattern = (source: string, flags?: string): (() => RegExp) =>
  memoizeOnce(() => new RegExp(source, flags))
