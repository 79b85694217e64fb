/**
 * Metrics over scores: shares with their intervals, pass@k, composition gap, leaderboards, costs.
 *
 * @packageDocumentation
 */
export { type CompositionGap, compositionGap } from './metrics/composition-gap.ts'
export { contestantsOf } from './metrics/contestants.ts'
export { type Costs, costsOf } from './metrics/costs.ts'
export { shareInterval } from './metrics/intervals.ts'
export { averageGroups, type Contestant, leaderboardOf } from './metrics/leaderboard.ts'
export { computeLevelGaps } from './metrics/level-gaps.ts'
export { metricsByLevel, metricsOf } from './metrics/metrics.ts'
export {
  compareAllPairs,
  comparePair,
  type PairComparison,
  type PairedTest,
  type SolvedTasks,
} from './metrics/pairs.ts'
export { passAtK, passHatK } from './metrics/pass-at-k.ts'
export { publishedMetricsOf } from './metrics/published-metrics.ts'
export { scoresOf } from './metrics/summary.ts'
export type { GroupAverage, Interval, LeaderboardRow } from './schema/report.ts'
export type { LevelGaps, Metrics } from './schema/summary.ts'
