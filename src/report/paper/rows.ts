import { publishedGapsOf } from '../../metrics/level-gaps.ts'
import { metricsOf } from '../../metrics/metrics.ts'
import type { GroupAverage, Interval, LeaderboardRow, PublishedBoard } from '../../schema/report.ts'
import type { Case } from '../../schema/run.ts'
import type { LevelGaps } from '../../schema/summary.ts'
import { LEVELS } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import type { Row } from './exhibit.ts'

const shorten = (level: string): string => level.slice(0, 2)

/** A share in percent, with the bounds of its interval where it has one. */
export const listShare = (key: string, share: number, interval?: Interval): Row => ({
  [key]: 100 * share,
  ...(interval && { [`${key}_low`]: 100 * interval.low, [`${key}_high`]: 100 * interval.high }),
})

/** Percent solved by level, of agents and of groups. */
export function listLevelRows(rows: readonly LeaderboardRow[], averages: readonly GroupAverage[]): Row[] {
  const listLevels = (
    levels: Partial<Record<(typeof LEVELS)[number], { solved: number; interval?: Interval }>>,
  ): Row =>
    Object.assign(
      {},
      ...LEVELS.map((level) => {
        const metrics = levels[level]
        return metrics && listShare(shorten(level), metrics.solved, metrics.interval)
      }),
    )
  return [
    ...rows.map(({ agent, overall, levels }) => ({
      ...{ agent, tasks: overall.tasks, score: 100 * overall.score },
      ...listShare('solved', overall.solved, overall.interval),
      ...listLevels(levels),
    })),
    ...averages.map(({ group, overall, levels }) => ({
      ...{ agent: `mean of ${group}`, mean: true, score: 100 * overall.score },
      ...listShare('solved', overall.solved),
      ...listLevels(levels),
    })),
  ]
}

function listGaps({ drops, selection_gap, dagger }: LevelGaps, scale = 100): Row {
  const toPoints = (gap: number | null): number | null => (gap === null ? null : scale * gap)
  return {
    L0_L1: toPoints(drops.L1_chain),
    L0_L2: toPoints(drops.L2_parallel),
    L0_L3: toPoints(drops.L3_dag),
    selection_gap: toPoints(selection_gap),
    dagger: dagger ? '†' : '',
  }
}

/** Gaps between levels in points, of agents and of groups. */
export const listGapRows = (rows: readonly LeaderboardRow[], averages: readonly GroupAverage[]): Row[] => [
  ...rows.map(({ agent, level_gaps }) => ({ agent, ...listGaps(level_gaps) })),
  ...averages.map(({ group, level_gaps }) => ({
    ...{ agent: `mean of ${group}`, mean: true },
    ...listGaps(level_gaps),
  })),
]

/** The cases of an agent that were scored. */
export interface AgentCases {
  agent: string
  cases: readonly Case[]
}

/** Percent solved by pattern and agent; empty where no task names its pattern. */
export const listPatternRows = (agents: readonly AgentCases[]): Row[] =>
  agents
    .flatMap(({ agent, cases }) => {
      const named = cases.flatMap(({ score }) => (score?.pattern === undefined ? [] : [score]))
      const patterns = groupBy(named, ({ level, pattern }) => `${shorten(level)} ${pattern}`)
      return [...patterns].map(([pattern, scores]) => {
        const solved = scores.filter((score) => score.solved).length
        return { pattern, agent, tasks: scores.length, solved: (100 * solved) / scores.length }
      })
    })
    .sort((a, b) => (a.pattern === b.pattern ? 0 : a.pattern < b.pattern ? -1 : 1))

/** The means of the causal scorer in percent. */
export const listDiagnosticRows = (agents: readonly AgentCases[]): Row[] =>
  agents.map(({ agent, cases }) => {
    const { tasks: _, ...shares } = metricsOf(cases.flatMap(({ score }) => score ?? []))
    const percents = Object.entries(shares).map(([key, share]) => [key, share === null ? null : 100 * share])
    return { agent, ...Object.fromEntries(percents) }
  })

/** The published leaderboard in percent, with its gaps and its ceiling. */
export function listPublishedRows({ rows, averages, ceiling }: PublishedBoard): Row[] {
  const listColumns = (row: PublishedBoard['ceiling']): Row => ({
    overall: row.overall,
    ...Object.fromEntries(LEVELS.map((level) => [shorten(level), row[level]])),
  })
  return [
    ...[...rows, ...averages].map((row) => ({
      agent: row.model === undefined ? `mean of ${row.group}` : `${row.model} (${row.provider})`,
      mean: row.model === undefined,
      ...listColumns(row),
      ...listGaps(publishedGapsOf(row), 1),
    })),
    { agent: 'ceiling', mean: true, ...listColumns(ceiling) },
  ]
}
