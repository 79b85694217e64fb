import { publishedGapsOf } from '../../metrics/level-gaps.ts'
import { metricsOf } from '../../metrics/metrics.ts'
import type { PairComparison } from '../../metrics/pairs.ts'
import type { GroupAverage, LeaderboardRow, PublishedBoard } from '../../schema/report.ts'
import type { Case } from '../../schema/run.ts'
import type { LevelGaps, Metrics } from '../../schema/summary.ts'
import { LEVELS } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import type { Cell, Column, Exhibit } from './exhibit.ts'
import {
  drawCosts,
  drawDiagnostics,
  drawGaps,
  drawLevels,
  drawPatterns,
  drawPublished,
  type GapBar,
} from './figures.ts'

const percent = (share: number | null | undefined): number | null => (share == null ? null : 100 * share)
const shortLevel = (level: string): string => level.slice(0, 2)

const AGENT: Column = { key: 'agent', title: 'agent' }
const LEVEL_COLUMNS: readonly Column[] = LEVELS.map((level) => {
  const key = shortLevel(level)
  return { key, title: key, interval: [`${key}_low`, `${key}_high`] }
})
const GAP_COLUMNS: readonly Column[] = [
  { key: 'L0_L1', title: 'L0 - L1' },
  { key: 'L0_L2', title: 'L0 - L2' },
  { key: 'L0_L3', title: 'L0 - L3' },
  { key: 'selection_gap', title: 'selection gap' },
  { key: 'dagger', title: '' },
]

const DAGGER_NOTE = '† marks a selection gap over 0: single calls score less than the mean of L1 to L3.'

function listGapCells({ drops, selection_gap, dagger }: LevelGaps, scale = 100): Record<string, Cell> {
  const toPoints = (gap: number | null): number | null => (gap === null ? null : scale * gap)
  return {
    L0_L1: toPoints(drops.L1_chain),
    L0_L2: toPoints(drops.L2_parallel),
    L0_L3: toPoints(drops.L3_dag),
    selection_gap: toPoints(selection_gap),
    dagger: dagger ? '†' : '',
  }
}

/** Tasks solved by level, and the means of groups. */
export function showLevels(rows: readonly LeaderboardRow[], averages: readonly GroupAverage[]): Exhibit {
  const bars = rows.flatMap(({ agent, levels }) =>
    LEVELS.flatMap((level) => {
      const metrics = levels[level]
      if (metrics === undefined) return []
      const { low, high } = metrics.interval
      return [
        { agent, level: shortLevel(level), solved: 100 * metrics.solved, low: 100 * low, high: 100 * high },
      ]
    }),
  )
  const agents = rows.map(({ agent, overall, levels }) => ({
    agent,
    tasks: overall.tasks,
    solved: 100 * overall.solved,
    solved_low: 100 * overall.interval.low,
    solved_high: 100 * overall.interval.high,
    ...Object.fromEntries(
      LEVELS.flatMap((level) => {
        const [key, metrics] = [shortLevel(level), levels[level]]
        return [
          [key, percent(metrics?.solved)],
          [`${key}_low`, percent(metrics?.interval.low)],
          [`${key}_high`, percent(metrics?.interval.high)],
        ]
      }),
    ),
    score: 100 * overall.score,
  }))
  const means = averages.map(({ group, overall, levels }) => ({
    agent: `mean of ${group}`,
    solved: 100 * overall.solved,
    ...Object.fromEntries(LEVELS.map((level) => [shortLevel(level), percent(levels[level]?.solved)])),
    score: 100 * overall.score,
  }))
  return {
    name: 'levels',
    title: 'Tasks solved by level',
    note: 'Percent of tasks solved at the first attempt, with the 95 % interval (Wilson; Clopper and Pearson at 0 and 100 %).',
    columns: [
      AGENT,
      { key: 'tasks', title: 'tasks', digits: 0 },
      { key: 'solved', title: 'solved', interval: ['solved_low', 'solved_high'] },
      ...LEVEL_COLUMNS,
      { key: 'score', title: 'score' },
    ],
    rows: [...agents, ...means],
    figure: drawLevels(bars),
  }
}

/** The drops from single calls to each level and the selection gap with its dagger. */
export function showGaps(rows: readonly LeaderboardRow[], averages: readonly GroupAverage[]): Exhibit {
  const table = [
    ...rows.map(({ agent, level_gaps }) => ({ agent, ...listGapCells(level_gaps) })),
    ...averages.map(({ group, level_gaps }) => ({ agent: `mean of ${group}`, ...listGapCells(level_gaps) })),
  ] as Record<string, Cell>[]
  const bars = table.slice(0, rows.length).flatMap((row) =>
    GAP_COLUMNS.slice(0, 4).flatMap(({ key, title }): GapBar[] => {
      const [agent, points] = [String(row.agent), row[key]]
      const mark = key === 'selection_gap' ? String(row.dagger) : ''
      return typeof points === 'number' ? [{ agent, gap: title, points, mark }] : []
    }),
  )
  return {
    name: 'gaps',
    title: 'What composing costs',
    note: `Points of score: single calls minus each level, and the selection gap, the mean of L1 to L3 minus single calls. ${DAGGER_NOTE}`,
    columns: [AGENT, ...GAP_COLUMNS],
    rows: table,
    figure: drawGaps(bars),
  }
}

/** Every pair of agents, tested. */
export const showPairs = (pairs: readonly PairComparison[]): Exhibit => ({
  name: 'pairs',
  title: 'All pairs of agents',
  note: "Points of the share solved by the first agent minus that of the second, with the 95 % interval of 2,000 bootstrap resamples of tasks (seed 42); Cohen's g; exact McNemar test, corrected by Holm over all pairs.",
  columns: [
    { key: 'first', title: 'first' },
    { key: 'second', title: 'second' },
    { key: 'difference', title: 'difference', interval: ['low', 'high'] },
    { key: 'effect', title: "Cohen's g", digits: 2 },
    { key: 'only_first', title: 'only first', digits: 0 },
    { key: 'only_second', title: 'only second', digits: 0 },
    { key: 'p', title: 'p', digits: 4 },
    { key: 'adjusted', title: 'p by Holm', digits: 4 },
  ],
  rows: pairs.map(({ difference, interval, ...pair }) => ({
    ...pair,
    difference: 100 * difference,
    low: 100 * interval.low,
    high: 100 * interval.high,
  })),
})

/** What an agent's tasks cost. */
export interface PaperCost {
  agent: string
  /** Mean of a task. */
  cost: number
  unit: string
}

/** Score against cost of the agents whose cost is known. */
export function showCosts(rows: readonly LeaderboardRow[], costs: readonly PaperCost[]): Exhibit {
  const unit = costs[0]?.unit ?? ''
  const points = rows.flatMap(({ agent, overall }) => {
    const cost = costs.find((one) => one.agent === agent)
    if (cost === undefined) return []
    const { low, high } = overall.interval
    return [
      {
        agent,
        cost: cost.cost,
        solved: 100 * overall.solved,
        solved_low: 100 * low,
        solved_high: 100 * high,
      },
    ]
  })
  const unknown = rows.flatMap(({ agent }) => (points.some((point) => point.agent === agent) ? [] : [agent]))
  return {
    name: 'cost',
    title: 'Score against cost',
    note: `Percent of tasks solved with the 95 % interval, and the mean cost of a task in ${unit}.${unknown.length === 0 ? '' : ` Not shown, since their cost is unknown: ${unknown.join(', ')}.`}`,
    columns: [
      AGENT,
      { key: 'cost', title: `${unit} per task`, digits: unit === 'tokens' ? 0 : 4 },
      { key: 'solved', title: 'solved', interval: ['solved_low', 'solved_high'] },
    ],
    rows: points,
    figure: drawCosts(points, `${unit} per task`),
  }
}

/** The cases of an agent that were scored. */
export interface AgentCases {
  agent: string
  cases: readonly Case[]
}

/** Share solved by pattern and agent; undefined where no task names its pattern. */
export function showPatterns(agents: readonly AgentCases[]): Exhibit | undefined {
  const cells = agents.flatMap(({ agent, cases }) => {
    const named = cases.flatMap(({ score }) => (score?.pattern === undefined ? [] : [score]))
    return [...groupBy(named, ({ level, pattern }) => `${shortLevel(level)} ${pattern}`)].map(
      ([pattern, scores]) => ({
        pattern,
        agent,
        tasks: scores.length,
        solved: (100 * scores.filter(({ solved }) => solved).length) / scores.length,
      }),
    )
  })
  if (cells.length === 0) return undefined
  cells.sort((a, b) => (a.pattern === b.pattern ? 0 : a.pattern < b.pattern ? -1 : 1))
  return {
    name: 'patterns',
    title: 'Tasks solved by pattern',
    note: 'Percent of the tasks of a pattern that were solved at the first attempt.',
    columns: [
      { key: 'pattern', title: 'pattern' },
      { key: 'tasks', title: 'tasks', digits: 0 },
      ...agents.map(({ agent }) => ({ key: `solved by ${agent}`, title: agent, digits: 0 })),
    ],
    rows: [...groupBy(cells, ({ pattern }) => pattern)].map(([pattern, inRow]) => ({
      pattern,
      tasks: Math.max(...inRow.map(({ tasks }) => tasks)),
      ...Object.fromEntries(inRow.map(({ agent, solved }) => [`solved by ${agent}`, solved])),
    })),
    figure: drawPatterns(cells),
  }
}

const DIAGNOSTICS: readonly (keyof Metrics)[] = [
  'solved',
  'selection',
  'arguments',
  'data_flow',
  'completion',
  'score',
]

/** The means of the causal scorer's parts; undefined where a part is unknown for every agent. */
export function showDiagnostics(agents: readonly AgentCases[]): Exhibit | undefined {
  const rows = agents.map(({ agent, cases }) => {
    const metrics = metricsOf(cases.flatMap(({ score }) => score ?? []))
    return { agent, ...Object.fromEntries(DIAGNOSTICS.map((key) => [key, percent(metrics[key])])) }
  }) as Record<string, Cell>[]
  const axes = DIAGNOSTICS.filter((key) => rows.every((row) => row[key] !== null))
  if (axes.length < 3) return undefined
  return {
    name: 'diagnostics',
    title: 'Diagnostics',
    note: 'Means of the causal scorer over tasks, in percent; the outer ring is 100 %.',
    columns: [AGENT, ...DIAGNOSTICS.map((key) => ({ key, title: key.replaceAll('_', ' ') }))],
    rows,
    figure: drawDiagnostics(
      rows.map((row) => ({ agent: String(row.agent), values: axes.map((key) => Number(row[key]) / 100) })),
      axes.map((key) => key.replaceAll('_', ' ')),
    ),
  }
}

/** The published leaderboard with its gaps, and the most that its tasks allow. */
export function showPublished({ rows, averages, ceiling }: PublishedBoard): Exhibit {
  const table = [...rows, ...averages].map((row) => ({
    agent: row.model === undefined ? `mean of ${row.group}` : `${row.model} (${row.provider})`,
    overall: row.overall,
    ...Object.fromEntries(LEVELS.map((level) => [shortLevel(level), row[level]])),
    ...listGapCells(publishedGapsOf(row), 1),
  })) as Record<string, Cell>[]
  const top = Object.fromEntries(LEVELS.map((level) => [shortLevel(level), ceiling[level]]))
  return {
    name: 'published',
    title: 'The published leaderboard of CompToolBench',
    note: `Percent of the score of its own scorer on its own 200 tasks. ${DAGGER_NOTE} Ceiling: 26 of the 48 prompts of single calls lack a value, so ${ceiling.L0_node} % is the most there.`,
    columns: [
      { key: 'agent', title: 'model' },
      { key: 'overall', title: 'overall' },
      ...LEVEL_COLUMNS.map(({ key, title }) => ({ key, title })),
      ...GAP_COLUMNS,
    ],
    rows: [...table, { agent: 'ceiling', overall: ceiling.overall, ...top }],
    figure: drawPublished(table.slice(0, rows.length)),
  }
}
