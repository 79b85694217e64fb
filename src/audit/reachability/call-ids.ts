/** Numbers of calls, in their order. */
export type CallIds = readonly number[]
export const NO_CALLS: CallIds = []

/** Every number of two lists, each in order; undefined where these are more than there is room for. */
export function union(a: CallIds, b: CallIds, room: number = Number.POSITIVE_INFINITY): CallIds | undefined {
  if (b.length === 0 || a === b) return a.length > room ? undefined : a
  if (a.length === 0) return b.length > room ? undefined : b
  const all: number[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const one = i < a.length ? (a[i] as number) : Number.POSITIVE_INFINITY
    const other = j < b.length ? (b[j] as number) : Number.POSITIVE_INFINITY
    if (one <= other) i++
    if (other <= one) j++
    all.push(Math.min(one, other))
    if (all.length > room) return undefined
  }
  return all.length === a.length ? a : all
}
