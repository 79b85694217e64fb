/**
 * Holm's step-down correction: p values, each as large as the level of the whole family at which it would be
 * rejected, in the order given. Source: Holm, "A simple sequentially rejective multiple test procedure", 1979.
 */
export function holm(ps: readonly number[]): number[] {
  const adjusted = ps.map(() => 1)
  let least = 0
  ps.map((p, at) => ({ p, at }))
    .sort((a, b) => a.p - b.p)
    .forEach(({ p, at }, rank) => {
      least = Math.max(least, Math.min(1, p * (ps.length - rank)))
      adjusted[at] = least
    })
  return adjusted
}
