import type { Interval } from '../schema/report.ts'
import { logChoose } from './log-factorial.ts'
import { boundaryOf, normalQuantile } from './normal.ts'

function check(successes: number, attempts: number, confidence: number): void {
  const counts = Number.isSafeInteger(successes) && Number.isSafeInteger(attempts)
  if (counts && attempts > 0 && successes >= 0 && successes <= attempts && confidence > 0 && confidence < 1)
    return
  throw new RangeError(
    `Failed to compute an interval: ${successes} of ${attempts} at confidence ${confidence}. ` +
      'Give counts with at least one attempt, and a confidence between 0 and 1.',
  )
}

/**
 * The interval that is shown beside a share: Wilson's, and Clopper and Pearson's where nothing or everything was solved,
 * since Wilson's is too narrow there.
 *
 * @throws RangeError for counts that make no share
 */
export const shareInterval = (successes: number, attempts: number): Interval =>
  successes === 0 || successes === attempts
    ? clopperPearson(successes, attempts)
    : wilson(successes, attempts)

/**
 * Wilson's score interval of a share, two-sided. Source: Wilson, "Probable inference, the law of succession, and
 * statistical inference", 1927.
 *
 * @param confidence Default .95
 * @throws RangeError for counts that make no share
 */
export function wilson(successes: number, attempts: number, confidence = 0.95): Interval {
  check(successes, attempts, confidence)
  const z = normalQuantile((1 + confidence) / 2)
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
function upperTail(successes: number, attempts: number, p: number): number {
  let tail = 0
  for (let x = successes; x <= attempts; x++) {
    tail += Math.exp(logChoose(attempts, x) + x * Math.log(p) + (attempts - x) * Math.log1p(-p))
  }
  return tail
}

/** The chance at which `successes` or more have probability alpha; the tail rises with the chance. */
const chanceWhere = (successes: number, attempts: number, alpha: number): number =>
  boundaryOf(0, 1, (chance) => upperTail(successes, attempts, chance) < alpha)

/**
 * Exact interval of a share, two-sided: the chances under which neither so few nor this many successes would be less
 * likely than half of what confidence leaves. A one-sided bound at .95 is a bound of the interval at .90. Source:
 * Clopper and Pearson, 1934, by bisection of the binomial tail.
 *
 * @param confidence Default .95
 * @throws RangeError for counts that make no share
 */
export function clopperPearson(successes: number, attempts: number, confidence = 0.95): Interval {
  check(successes, attempts, confidence)
  const alpha = (1 - confidence) / 2
  return {
    low: successes === 0 ? 0 : chanceWhere(successes, attempts, alpha),
    high: successes === attempts ? 1 : 1 - chanceWhere(attempts - successes, attempts, alpha),
  }
}
