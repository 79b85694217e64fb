/**
 * Share of a standard normal variable at or below x. Taylor series about 0 times the density; beyond 7 standard
 * deviations 0 or 1. Source: Marsaglia, "Evaluating the Normal Distribution", J. Stat. Software 11(4), 2004.
 */
export function computeNormalBelow(x: number): number {
  if (x < -7) return 0
  if (x > 7) return 1
  let sum = x
  let term = x
  for (let i = 3; Math.abs(term) > 1e-17 * Math.abs(sum); i += 2) {
    term *= (x * x) / i
    sum += term
  }
  return 0.5 + (sum * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI)
}

/** Where a condition that holds at `low` ends to hold, by 60 halvings. */
export function findBoundary(low: number, high: number, holds: (x: number) => boolean): number {
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The x below which so large a share of a standard normal variable lies, by bisection; share between 0 and 1. */
export const computeNormalQuantile = (share: number): number =>
  findBoundary(-7, 7, (x) => computeNormalBelow(x) < share)
