import type { Command } from 'commander'
import { listFreeTexts } from '../../metrics/contestants.ts'
import { describeFreeText } from '../../metrics/free-text.ts'
import { publishedGapsOf } from '../../metrics/level-gaps.ts'
import { PUBLISHED_BOARD, PUBLISHED_CEILING } from '../../metrics/published-leaderboard.ts'
import { formatMoney, type Money, readPrices } from '../../models/prices.ts'
import type { GroupAverage, LeaderboardRow, PublishedRow } from '../../schema/report.ts'
import type { LevelGaps } from '../../schema/summary.ts'
import { LEVELS } from '../../schema/task.ts'
import { type AgentCosts, costsOfAgents } from '../agent-costs.ts'
import { alignTitles, formatP, formatShare, formatSolved, renderPairTable } from '../comparison-tables.ts'
import { printJson, printText } from '../output.ts'
import { rankRuns } from '../rank-runs.ts'
import { readRun } from '../read-run.ts'
import { renderTextTable } from '../table.ts'

interface Options {
  published?: boolean
  prices?: string
  json?: boolean
}

const renderLeaderboardTable = (rows: readonly LeaderboardRow[]): string =>
  renderTextTable(
    alignTitles('agent', 'solved', ...LEVELS, 'score', 'ahead of the next'),
    rows.map(({ agent, overall, levels, ahead_of_next }) => [
      agent,
      formatSolved(overall),
      ...LEVELS.map((level) => (levels[level] === undefined ? '' : formatSolved(levels[level]))),
      formatShare(overall.score),
      ahead_of_next === null ? '' : formatP(ahead_of_next.adjusted),
    ]),
  )

const GAP_TITLES = ['L0 - L1', 'L0 - L2', 'L0 - L3', 'selection gap']

/** Points with one decimal; nothing rounds to a negative zero. */
const formatPoints = (points: number): string => points.toFixed(1).replace(/^-(0\.0)$/, '$1')

/** Gaps in points; `scale` makes points of them. */
const formatGaps = ({ drops, selection_gap, dagger }: LevelGaps, scale = 100): string[] => [
  ...Object.values(drops).map((drop) => (drop === null ? '' : formatPoints(scale * drop))),
  selection_gap === null ? '' : `${formatPoints(scale * selection_gap)}${dagger ? ' †' : ''}`,
]

const DAGGER_NOTE = '† single calls score less than the mean of chains, fan-outs and graphs'

function renderGapTable(rows: readonly LeaderboardRow[]): string {
  const lines = rows.map(({ agent, level_gaps }) => [agent, ...formatGaps(level_gaps)])
  const note = rows.some(({ level_gaps }) => level_gaps.dagger) ? `\n${DAGGER_NOTE}` : ''
  return renderTextTable(alignTitles('agent', ...GAP_TITLES), lines) + note
}

const renderGroupTable = (averages: readonly GroupAverage[]): string =>
  renderTextTable(
    alignTitles('mean of', 'agents', 'solved', ...LEVELS, 'score', ...GAP_TITLES),
    averages.map(({ group, agents, overall, levels, level_gaps }) => [
      group,
      agents,
      formatShare(overall.solved),
      ...LEVELS.map((level) => formatShare(levels[level]?.solved)),
      formatShare(overall.score),
      ...formatGaps(level_gaps),
    ]),
  )

const formatMoneyIfAny = (value: Money | null): string => (value === null ? '' : formatMoney(value))

const renderCostTable = (costs: readonly AgentCosts[]): string =>
  renderTextTable(
    alignTitles(
      'agent',
      'model calls',
      'tokens in',
      'tokens out',
      'cost',
      'cost a solved task',
      'not stated',
    ),
    costs.map(({ agent, model_calls, input_tokens, output_tokens, cost, cost_per_solved, unknown }) => [
      agent,
      ...[model_calls, input_tokens, output_tokens].map((count) => count ?? ''),
      ...[cost, cost_per_solved].map(formatMoneyIfAny),
      unknown,
    ]),
  )

function renderPublishedTable(): string {
  const formatCells = (row: PublishedRow): string[] => [
    ...[row.overall, ...LEVELS.map((level) => row[level])].map((cell) => cell.toFixed(1)),
    ...formatGaps(publishedGapsOf(row), 1),
  ]
  const titles = alignTitles('published model', 'overall', ...LEVELS, ...GAP_TITLES)
  const ceiling = ['overall', ...LEVELS] as const
  return renderTextTable(titles, [
    ...PUBLISHED_BOARD.rows.map((row) => [
      `${row.model} (${row.provider}, ${row.group})`,
      ...formatCells(row),
    ]),
    ...PUBLISHED_BOARD.averages.map((row) => [`mean of ${row.group}`, ...formatCells(row)]),
    ['attainable at most', ...ceiling.map((column) => PUBLISHED_CEILING[column].toFixed(1))],
  ])
}

export const addLeaderboard = (program: Command): Command =>
  program
    .command('leaderboard')
    .description('rank the agents of one or several runs by tasks solved at the first attempt')
    .argument('<runs...>', 'run.json of each run')
    .option('--published', 'show the 18 published models too, which another scorer graded on other tasks')
    .option('--prices <file>', 'table of prices (JSON), to show what the agents cost')
    .action((files: string[], options: Options) => {
      const runs = files.map((file) => readRun(file))
      const { rows, averages, pairs } = rankRuns(runs)
      const prices = options.prices === undefined ? undefined : readPrices(options.prices)
      const costs = costsOfAgents(rows, runs, prices)
      const freeTexts = listFreeTexts(runs)
      if (options.json) {
        const published = options.published ? { published: { scorer: 'published', ...PUBLISHED_BOARD } } : {}
        const free = freeTexts.size === 0 ? {} : { free_text: { tasks: freeTexts.size } }
        return printJson({ scorer: 'causal', rows, ...free, averages, pairs, costs, ...published })
      }
      printText('causal scorer; percent of tasks solved, with the 95 % interval')
      printText(renderLeaderboardTable(rows))
      if (freeTexts.size > 0) printText(`\n${describeFreeText(freeTexts.size, rows[0]?.overall.tasks ?? 0)}`)
      printText(`\nscore of single calls against that of each level, in points\n${renderGapTable(rows)}`)
      if (averages.length > 0) printText(`\nmeans of groups, percent\n${renderGroupTable(averages)}`)
      if (pairs.length > 0)
        printText(
          `\nall pairs: share solved by one agent minus the other's, with the 95 % interval over tasks; exact McNemar test\n${renderPairTable(pairs)}`,
        )
      if (costs.some(({ model_calls }) => model_calls !== null))
        printText(`\nwhat the first attempts used\n${renderCostTable(costs)}`)
      if (options.published) {
        printText(
          '\nfor comparison: the published leaderboard, percent of the score of its own scorer on its own tasks',
        )
        printText(renderPublishedTable())
        printText(
          `${DAGGER_NOTE}\nattainable at most: 26 of the 48 published prompts of single calls lack a value, so ${PUBLISHED_CEILING.L0_node} % is the most that an agent can reach there`,
        )
      }
    })
