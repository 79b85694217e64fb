/**
 * Figures over scores: shares and their intervals, pass@k, composition gap, leaderboards, costs.
 *
 * @packageDocumentation
 */
export {
  type AttemptCounts,
  type CompositionGap,
  compositionGap,
  type Gap as GapEstimate,
  gapOfTask,
  type ProbedTask,
} from '../metrics/composition-gap.ts'
export { contestantsOf } from '../metrics/contestants.ts'
export { type Cost, type CostRecord, type Costs, costsOf } from '../metrics/costs.ts'
export { figuresByLevel, figuresOf, type Scored as ScoredTask } from '../metrics/figures.ts'
export { checkFigures, faultFigures, type HardScore, injectionFigures } from '../metrics/hardship.ts'
export { holm } from '../metrics/holm.ts'
export { clopperPearson, type Interval, shareInterval, wilson } from '../metrics/intervals.ts'
export {
  type Contestant,
  type GroupAverage,
  type Leaderboard,
  type LeaderboardFigures,
  type LeaderboardRow,
  leaderboardOf,
  type TaskResult,
} from '../metrics/leaderboard.ts'
export { mcnemar } from '../metrics/mcnemar.ts'
export { passAtK, passHatK } from '../metrics/pass-at-k.ts'
export { type PublishedFigures, publishedFiguresOf } from '../metrics/published-figures.ts'
export {
  PUBLISHED_AVERAGES,
  PUBLISHED_ROWS,
  type PublishedAverage,
  type PublishedRow,
  type PublishedShares,
} from '../metrics/published-leaderboard.ts'
export { clusterInterval } from '../metrics/resample.ts'
export { scoresOf } from '../metrics/scores-of.ts'
export {
  levelDrop,
  type ToolOutcome,
  type WeakestToolGap,
  weakestToolGap,
} from '../metrics/weakest-tool-gap.ts'
export type { CheckFigures, FaultFigures, Figures, InjectionFigures } from '../schema/summary.ts'
