import { contestantsOf } from '../metrics/contestants.ts'
import { averageGroups, leaderboardOf } from '../metrics/leaderboard.ts'
import { compareAllPairs } from '../metrics/pairs.ts'
import type { Run } from '../schema/run.ts'
import { describeThrown, TracewrightError } from '../shared/errors.ts'

/** The agents of some runs, best first, with means of groups and all pairs. Throws where they cannot be compared. */
export function rankRuns(runs: readonly Run[]) {
  try {
    const contestants = contestantsOf(runs)
    const rows = leaderboardOf(contestants)
    const ranked = rows.flatMap((row) => contestants.filter(({ agent }) => agent === row.agent))
    return { rows, averages: averageGroups(rows), pairs: compareAllPairs(ranked) }
  } catch (error) {
    throw error instanceof RangeError ? new TracewrightError(describeThrown(error), { cause: error }) : error
  }
}
