/** Texts that are longer are not kept. */
const LONGEST = 20_000

/**
 * A function of one text that keeps what it gave for the texts that it was asked for last: one text is read many times.
 * What it gives is shared, so it must not be changed.
 *
 * @param most Texts that are kept; beyond that the first one is forgotten.
 */
export function byText<T>(most: number, make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, { value: T }>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known.value
    const value = make(text)
    if (text.length > LONGEST) return value
    if (kept.size >= most) {
      const [first] = kept.keys()
      if (first !== undefined) kept.delete(first)
    }
    kept.set(text, { value })
    return value
  }
}
