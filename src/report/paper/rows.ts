import { readPublishedGaps } from '../../metrics/level-gaps.ts'
import { metricsOf } from '../../metrics/metrics.ts'
import type { PairComparison } from '../../metrics/pairs.ts'
import { mean } from '../../metrics/weakest-tool-gap.ts'
import type { GroupAverage, Interval, LeaderboardRow, PublishedBoard } from '../../schema/report.ts'
import type { Case } from '../../schema/run.ts'
import type { LevelGaps } from '../../schema/summary.ts'
import { LEVELS } from '../../schema/task.ts'
import { groupBy, tally } from '../../shared/group.ts'
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

/** Tasks of each level, and the mean over agents of the percent solved. */
export const listOverviewRows = (rows: readonly LeaderboardRow[]): Row[] =>
  LEVELS.flatMap((level) => {
    const metrics = rows.flatMap(({ levels }) => levels[level] ?? [])
    const [first] = metrics
    if (first === undefined) return []
    const solved = 100 * mean(metrics.map((one) => one.solved))
    return [{ level: shorten(level), tasks: first.tasks, solved }]
  })

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

const listSingleAndGaps = ({ levels, level_gaps }: LeaderboardRow | GroupAverage): Row => ({
  L0: levels.L0_node === undefined ? null : 100 * levels.L0_node.score,
  ...listGaps(level_gaps),
})

/** Gaps between levels in points, of agents and of groups. */
export const listGapRows = (rows: readonly LeaderboardRow[], averages: readonly GroupAverage[]): Row[] => [
  ...rows.map((row) => ({ agent: row.agent, ...listSingleAndGaps(row) })),
  ...averages.map((row) => ({ agent: `mean of ${row.group}`, mean: true, ...listSingleAndGaps(row) })),
]

/** All pairs of agents, differences in points. */
export const listPairRows = (pairs: readonly PairComparison[]): Row[] =>
  pairs.map(({ difference, interval: { low, high }, ...pair }) => ({
    ...{ ...pair, difference: 100 * difference, low: 100 * low, high: 100 * high },
  }))

/** The cases of an agent that it is ranked by. */
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

/** Percent of the tasks that were not solved for each cause, the commonest first; those without a verdict are `errored`. */
export const listCauseRows = (agents: readonly AgentCases[]): Row[] =>
  agents.flatMap(({ agent, cases }) => {
    const causes = cases.flatMap(({ score }) =>
      score === undefined ? 'errored' : score.solved ? [] : (score.cause ?? 'no cause'),
    )
    return tally(causes).map(([cause, tasks]) => {
      return { agent, cause, tasks, share: (100 * tasks) / cases.length }
    })
  })

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
      agent:
        row.model === undefined ? `mean of ${row.group}` : `${row.model} (${row.provider}, ${row.group})`,
      mean: row.model === undefined,
      ...listColumns(row),
      ...listGaps(readPublishedGaps(row), 1),
    })),
    { agent: 'ceiling', mean: true, ...listColumns(ceiling) },
  ]
}
