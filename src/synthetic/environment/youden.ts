import { type Interval, shareInterval } from '../../metrics/intervals.ts'

/** So many of so many. */
export interface ValidityTally {
  solved: number
  tasks: number
}

/**
 * Youden's J: sensitivity (solved of the tasks that can be done) plus specificity (solved of those that cannot) less 1,
 * from -1 to 1; 0 for an agent that cannot tell them apart. The interval is put together from those of the two shares.
 * Sources: Youden, "Index for rating diagnostic tests", 1950; Zou and Donner, "Construction of confidence limits about
 * effect measures", 2008, for the sum of two shares. Null where there are no tasks of one kind.
 */
export function youden(valid: ValidityTally, invalid: ValidityTally): ({ j: number } & Interval) | null {
  if (valid.tasks === 0 || invalid.tasks === 0) return null
  const [one, other] = [valid, invalid].map(({ solved, tasks }) => ({
    share: solved / tasks,
    ...shareInterval(solved, tasks),
  })) as [{ share: number } & Interval, { share: number } & Interval]
  const j = one.share + other.share - 1
  return {
    j,
    low: Math.max(-1, j - Math.hypot(one.share - one.low, other.share - other.low)),
    high: Math.min(1, j + Math.hypot(one.high - one.share, other.high - other.share)),
  }
}
