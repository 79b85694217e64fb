/**
 * Works on items side by side, and gives what comes of them in the order of the items.
 *
 * @param width How many are begun before the first of them is taken; what is not taken is not begun
 * @throws Whatever the work on an item throws, when its turn comes
 */
export async function* prefetch<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  for (const item of items) {
    const result = work(item)
    // Reported when its turn comes; until then it must not count as an unhandled rejection.
    result.catch(() => {})
    begun.push(result)
    if (begun.length >= width) yield await (begun.shift() as Promise<R>)
  }
  for (const result of begun) yield await result
}
