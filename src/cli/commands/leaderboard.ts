import type { Command } from 'commander'
import { contestantsOf, formatAgentName } from '../../metrics/contestants.ts'
import { leaderboardOf } from '../../metrics/leaderboard.ts'
import { PUBLISHED_AVERAGES, PUBLISHED_ROWS } from '../../metrics/published-leaderboard.ts'
import {
  computeTokenCost,
  findPrice,
  formatMoney,
  type Money,
  type Prices,
  readPrices,
} from '../../models/prices.ts'
import type { LeaderboardRow, PublishedRow } from '../../schema/report.ts'
import type { Case, Run } from '../../schema/run.ts'
import { LEVELS } from '../../schema/task.ts'
import type { Usage } from '../../schema/trace.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { printJson, printText } from '../output.ts'
import { readRun } from '../read-run.ts'
import { renderTextTable } from '../table.ts'

/** What the first attempts of an agent used; null where none of them states it, or where its price is unknown. */
function computeCosts(agent: string, cases: readonly Case[], prices: Prices | undefined) {
  const firsts = cases.flatMap(({ attempts = [] }) => attempts.find(({ rerun }) => rerun !== true) ?? [])
  const stated = firsts.flatMap(({ usage }) => (usage === undefined || usage.model_calls === 0 ? [] : usage))
  const sum = (metric: keyof Usage): number | null =>
    stated.length === 0 ? null : stated.reduce((total, usage) => total + usage[metric], 0)
  const [input_tokens, output_tokens, model_calls] = [
    sum('input_tokens'),
    sum('output_tokens'),
    sum('model_calls'),
  ]
  const models = [...new Set(firsts.flatMap(({ models: names = [] }) => names))].sort()
  const projects = new Set(cases.flatMap(({ project }) => project ?? []))
  // The tokens of several models cannot be told apart, unless the project has the price of all.
  const price = prices && findPrice(prices, [...projects, ...(models.length === 1 ? models : [])])
  const cost =
    price === undefined || input_tokens === null || output_tokens === null
      ? null
      : computeTokenCost(price, input_tokens, output_tokens)
  const solved = cases.filter(({ score }) => score?.solved === true).length
  return {
    ...{ agent, input_tokens, output_tokens, model_calls, models, cost },
    cost_per_solved: cost === null || solved === 0 ? null : { ...cost, amount: cost.amount / solved },
    /** Attempts that do not say what they used, so the sums are too low. */
    unknown: firsts.length - stated.length,
  }
}

interface Options {
  published?: boolean
  prices?: string
  json?: boolean
}

const formatP = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)

const formatSolved = ({
  solved,
  interval,
}: {
  solved: number
  interval: { low: number; high: number }
}): string =>
  `${formatPercent(solved)} (${Math.round(100 * interval.low)}–${Math.round(100 * interval.high)})`

const formatPercent = (share: number | undefined): string =>
  share === undefined ? '' : (100 * share).toFixed(1)
const renderLeaderboardTable = (rows: readonly LeaderboardRow[]): string =>
  renderTextTable(
    alignTitles('agent', 'solved', ...LEVELS, 'score', 'level drop', 'ahead of the next'),
    rows.map(({ agent, overall, levels, level_drop, ahead_of_next }) => [
      agent,
      formatSolved(overall),
      ...LEVELS.map((level) => (levels[level] === undefined ? '' : formatSolved(levels[level]))),
      formatPercent(overall.score),
      level_drop === null ? '' : formatPercent(level_drop),
      ahead_of_next === null ? '' : formatP(ahead_of_next.adjusted),
    ]),
  )

/** Titles of columns, all but the first of metrics. */
const alignTitles = (first: string, ...columns: string[]): string[] => [
  first,
  ...columns.map((one) => `>${one}`),
]

const formatMoneyIfAny = (value: Money | null): string => (value === null ? '' : formatMoney(value))

const renderCostTable = (costs: readonly ReturnType<typeof computeCosts>[]): string =>
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
  const formatCells = (row: PublishedRow): string[] =>
    [row.overall, ...LEVELS.map((level) => row[level]), row.level_drop].map((cell) => cell.toFixed(1))
  return renderTextTable(alignTitles('published model', 'overall', ...LEVELS, 'level drop'), [
    ...PUBLISHED_ROWS.map((row) => [`${row.model} (${row.provider}, ${row.group})`, ...formatCells(row)]),
    ...PUBLISHED_AVERAGES.map((row) => [`mean of ${row.group}`, ...formatCells(row)]),
  ])
}

function rank(runs: readonly Run[]): LeaderboardRow[] {
  try {
    return leaderboardOf(contestantsOf(runs))
  } catch (error) {
    throw error instanceof RangeError ? new TracewrightError(describeThrown(error), { cause: error }) : error
  }
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
      const rows = rank(runs)
      const prices = options.prices === undefined ? undefined : readPrices(options.prices)
      const cases = runs.flatMap((run) => run.cases).filter(({ outcome }) => outcome !== 'skipped')
      const costs = rows.map(({ agent }) =>
        computeCosts(
          agent,
          cases.filter((item) => formatAgentName(item) === agent),
          prices,
        ),
      )
      if (options.json) {
        const published = options.published
          ? { published: { scorer: 'published', rows: PUBLISHED_ROWS, averages: PUBLISHED_AVERAGES } }
          : {}
        return printJson({ scorer: 'causal', rows, costs, ...published })
      }
      printText('causal scorer; percent of tasks solved, with the 95 % interval')
      printText(renderLeaderboardTable(rows))
      if (costs.some(({ model_calls }) => model_calls !== null))
        printText(`\nwhat the first attempts used\n${renderCostTable(costs)}`)
      if (options.published) {
        printText(
          '\nfor comparison: the published leaderboard, percent of the score of its own scorer on its own tasks',
        )
        printText(renderPublishedTable())
      }
    })
