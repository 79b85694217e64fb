import { contestantsOf } from '../../metrics/contestants.ts'
import { leaderboardOf } from '../../metrics/leaderboard.ts'
import { PUBLISHED_AVERAGES, PUBLISHED_ROWS } from '../../metrics/published-leaderboard.ts'
import type { ReportData } from '../../schema/report.ts'
import type { Run } from '../../schema/run.ts'
import { messageOf } from '../../shared/errors.ts'

/** How the agents of some runs rank, beside the published rows; why not, where they cannot be compared. */
export function reportLeaderboard(
  runs: readonly Run[],
  groups: Readonly<Record<string, string>>,
): NonNullable<ReportData['leaderboard']> {
  try {
    return {
      ...leaderboardOf(contestantsOf(runs, groups)),
      published: [...PUBLISHED_ROWS, ...PUBLISHED_AVERAGES],
    }
  } catch (error) {
    if (error instanceof RangeError) return { problem: messageOf(error) }
    throw error
  }
}
