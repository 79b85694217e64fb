import type { Interval } from '../schema/report.ts'
import { logChoose } from './log-factorial.ts'
import { computeNormalQuantile, findBoundary } from './normal.ts'

/** Share of the cases in which an interval holds the true share. */
const CONFIDENCE = 0.95

/**
 * The interval that is shown beside a share: Wilson's, and Clopper and Pearson's where nothing or everything was solved,
 * since Wilson's is too narrow there.
 *
 * @throws RangeError for counts that make no share
 */
export const shareInterval = (successes: number, attempts: number): Interval => {
  const isWhole = Number.isSafeInteger(successes) && Number.isSafeInteger(attempts)
  if (!isWhole || attempts <= 0 || successes < 0 || successes > attempts)
    throw new RangeError(
      `Failed to compute an interval: ${successes} of ${attempts}. Give counts with at least one attempt.`,
    )
  return successes === 0 || successes === attempts
    ? computeClopperPearsonInterval(successes, attempts)
    : computeWilsonInterval(successes, attempts)
}

/**
 * Wilson's score interval of a share, two-sided, at .95. Source: Wilson, "Probable inference, the law of succession, and
 * statistical inference", 1927.
 */
export function computeWilsonInterval(successes: number, attempts: number): Interval {
  const z = computeNormalQuantile((1 + CONFIDENCE) / 2)
  const share = successes / attempts
  const shrink = 1 + (z * z) / attempts
  const middle = (share + (z * z) / (2 * attempts)) / shrink
  const half =
    (z / shrink) * Math.sqrt((share * (1 - share)) / attempts + (z * z) / (4 * attempts * attempts))
  return {
    low: successes === 0 ? 0 : Math.max(0, middle - half),
    high: successes === attempts ? 1 : Math.min(1, middle + half),
  }
}

/** P(X >= successes) for `attempts` attempts that succeed with chance p, each term in log space. */
function computeUpperTail(successes: number, attempts: number, p: number): number {
  let tail = 0
  for (let x = successes; x <= attempts; x++) {
    tail += Math.exp(logChoose(attempts, x) + x * Math.log(p) + (attempts - x) * Math.log1p(-p))
  }
  return tail
}

/** The chance at which `successes` or more have probability alpha; the tail rises with the chance. */
const findChanceWhere = (successes: number, attempts: number, alpha: number): number =>
  findBoundary(0, 1, (chance) => computeUpperTail(successes, attempts, chance) < alpha)

/**
 * Exact interval of a share, two-sided, at .95: the chances under which neither so few nor this many successes would be
 * less likely than half of what confidence leaves. Source: Clopper and Pearson, 1934, by bisection of the binomial tail.
 */
export function computeClopperPearsonInterval(successes: number, attempts: number): Interval {
  const alpha = (1 - CONFIDENCE) / 2
  return {
    low: successes === 0 ? 0 : findChanceWhere(successes, attempts, alpha),
    high: successes === attempts ? 1 : 1 - findChanceWhere(attempts - successes, attempts, alpha),
  }
}
