/**
 * The verifier as the paper describes it: the canonical form of every golden call is in the attempt, at least as often. A
 * call of everything with every value passes; it is here for comparison only.
 */
export function verifyLikePaper(attempt: readonly string[], golden: readonly string[]): boolean {
  const left = [...attempt]
  return golden.every((form) => {
    const at = left.indexOf(form)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
