import type { PublishedRow } from '../schema/report.ts'
import type { LevelGaps } from '../schema/summary.ts'
import type { Level } from '../schema/task.ts'
import { mean } from './weakest-tool-gap.ts'

const COMPOSED = ['L1_chain', 'L2_parallel', 'L3_dag'] as const

/** Sums in another order differ by less. */
const ROUNDING = 1e-9

/**
 * How the score of single calls differs from those of composed levels. Source: the leaderboard of the CompToolBench
 * paper, its columns "L0 - L3" and "selection gap" and its dagger.
 *
 * @param levels Scores on any scale, which the gaps share
 */
export function computeLevelGaps(levels: Partial<Record<Level, { score: number | null }>>): LevelGaps {
  const single = levels.L0_node?.score ?? null
  const composed = COMPOSED.map((level) => levels[level]?.score ?? null)
  const [chain = null, parallel = null, dag = null] = composed.map((score) =>
    single === null || score === null ? null : single - score,
  )
  const known = composed.filter((score) => score !== null)
  const selection_gap = single === null || known.length < composed.length ? null : mean(known) - single
  return {
    drops: { L1_chain: chain, L2_parallel: parallel, L3_dag: dag },
    selection_gap,
    dagger: selection_gap !== null && selection_gap > ROUNDING,
  }
}

/** The gaps of a published row, in points: L0 - L3 as it was published, the rest from its four levels. */
export function readPublishedGaps(row: PublishedRow): LevelGaps {
  const levels = Object.fromEntries(
    (['L0_node', ...COMPOSED] as const).map((level) => [level, { score: row[level] }]),
  )
  const gaps = computeLevelGaps(levels)
  return { ...gaps, drops: { ...gaps.drops, L3_dag: row.level_drop } }
}
