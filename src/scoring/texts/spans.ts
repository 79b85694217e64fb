/** A place in a text: from its first character to after its last. */
export interface Span {
  start: number
  end: number
}

/** Index of the first item of a sorted list for which a test holds, which then holds for all behind it; its length for none. */
export function firstWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}

const byStart = (spans: readonly Span[]): Span[] => [...spans].sort((a, b) => a.start - b.start)

/** Whether a place lies within any of some spans that is longer than it; in a time that grows with the logarithm of their number. */
export function withinLonger(spans: readonly Span[]): (place: Span) => boolean {
  const sorted = byStart(spans)
  let far = -1
  const reach = sorted.map(({ end }) => (far = Math.max(far, end)))
  const ends = new Map<number, number>()
  for (const { start, end } of sorted) ends.set(start, Math.max(end, ends.get(start) ?? -1))
  return ({ start, end }) => {
    const before = firstWhere(sorted, (span) => span.start >= start) - 1
    return (reach[before] ?? -1) >= end || (ends.get(start) ?? -1) > end
  }
}

/** Whether a place of a text is in any of some spans; in a time that grows with the logarithm of their number. */
export function coveredBy(spans: readonly Span[]): (at: number) => boolean {
  const sorted = byStart(spans)
  let far = -1
  const reach = sorted.map(({ end }) => (far = Math.max(far, end)))
  return (at) => (reach[firstWhere(sorted, ({ start }) => start > at) - 1] ?? -1) > at
}
