/**
 * A maximum matching between two sides, by augmenting paths (Kuhn 1955): for each left item the right one that it
 * takes, or undefined. Of several, one in which earlier left items keep earlier right ones where that costs nothing.
 *
 * @param lefts Number of left items.
 * @param rights Number of right items.
 * @param fits Whether a left item may take a right one; asked at most once a pair.
 */
export function maximumMatching(
  lefts: number,
  rights: number,
  fits: (left: number, right: number) => boolean,
): (number | undefined)[] {
  const options = Array.from({ length: lefts }, (_, left) =>
    Array.from({ length: rights }, (_, right) => right).filter((right) => fits(left, right)),
  )
  const takenBy = new Map<number, number>()
  const place = (left: number, seen: Set<number>): boolean => {
    for (const right of options[left] ?? []) {
      if (seen.has(right)) continue
      seen.add(right)
      const holder = takenBy.get(right)
      if (holder !== undefined && !place(holder, seen)) continue
      takenBy.set(right, left)
      return true
    }
    return false
  }
  for (let left = 0; left < lefts; left++) place(left, new Set())
  const taken: (number | undefined)[] = Array.from({ length: lefts }, () => undefined)
  for (const [right, left] of takenBy) taken[left] = right
  return taken
}
