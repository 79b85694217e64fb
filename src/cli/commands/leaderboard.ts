import Table from 'cli-table3'
import type { Command } from 'commander'
import { contestantsOf } from '../../metrics/contestants.ts'
import { type Leaderboard, leaderboardOf } from '../../metrics/leaderboard.ts'
import {
  PUBLISHED_AVERAGES,
  PUBLISHED_ROWS,
  type PublishedShares,
} from '../../metrics/published-leaderboard.ts'
import { type Money, moneyText } from '../../models/prices.ts'
import type { Run } from '../../schema/run.ts'
import { LEVELS } from '../../schema/task.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { checkGroups, type Groups, groupOption } from '../groups.ts'
import { type AgentCosts, leaderboardCosts, priceFinder } from '../leaderboard-costs.ts'
import { printJson, printText, warn } from '../output.ts'
import { readRun } from '../read-run.ts'

interface Options {
  group: Groups
  published?: boolean
  prices?: string
  json?: boolean
}

const pOf = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)

const shown = ({ solved, interval }: { solved: number; interval: { low: number; high: number } }): string =>
  `${percent(solved)} (${Math.round(100 * interval.low)}–${Math.round(100 * interval.high)})`

const percent = (share: number | undefined): string => (share === undefined ? '' : (100 * share).toFixed(1))
const STYLE = { head: [], border: [], compact: true }
const right = (columns: number): ('left' | 'right')[] =>
  Array.from({ length: columns }, (_, i) => (i === 0 ? 'left' : 'right'))

function tableOf({ rows, averages }: Leaderboard): string {
  const head = ['agent', 'solved', ...LEVELS, 'score', 'level drop', 'ahead of the next']
  const table = new Table({ head, colAligns: right(head.length), style: STYLE })
  for (const { agent, overall, levels, level_drop, ahead_of_next } of rows) {
    table.push([
      agent,
      shown(overall),
      ...LEVELS.map((level) => (levels[level] === undefined ? '' : shown(levels[level]))),
      percent(overall.score),
      level_drop === null ? '' : percent(level_drop),
      ahead_of_next === null ? '' : pOf(ahead_of_next.adjusted),
    ])
  }
  for (const { group, agents, solved, score, levels } of averages.length > 2 || rows.length > 1
    ? averages
    : []) {
    table.push([
      `mean of ${group === 'all' ? 'all' : group} (${agents})`,
      percent(solved),
      ...LEVELS.map((level) => percent(levels[level]?.solved)),
      percent(score),
      '',
      '',
    ])
  }
  return table.toString()
}

const money = (value: Money | null): string => (value === null ? '' : moneyText(value))

/** What the agents used, in the order of the board; undefined where no attempt says it. */
function costTable({ rows }: Leaderboard, costs: readonly AgentCosts[]): string | undefined {
  if (costs.every(({ model_calls }) => model_calls === null)) return undefined
  const head = ['agent', 'model calls', 'tokens in', 'tokens out', 'cost', 'cost a solved task', 'not stated']
  const table = new Table({ head, colAligns: right(head.length), style: STYLE })
  for (const { agent } of rows) {
    const own = costs.find((one) => one.agent === agent)
    if (own === undefined) continue
    const { model_calls, input_tokens, output_tokens, cost, cost_per_solved, unknown } = own
    table.push([
      agent,
      ...[model_calls, input_tokens, output_tokens].map((count) => count ?? ''),
      ...[cost, cost_per_solved].map(money),
      unknown,
    ])
  }
  return table.toString()
}

function publishedTable(): string {
  const head = ['published model', 'overall', ...LEVELS, 'level drop']
  const table = new Table({ head, colAligns: right(head.length), style: STYLE })
  const add = (name: string, row: PublishedShares): void => {
    const cells = [row.overall, ...LEVELS.map((level) => row[level]), row.level_drop]
    table.push([name, ...cells.map((cell) => cell.toFixed(1))])
  }
  for (const row of PUBLISHED_ROWS) add(`${row.model} (${row.provider}, ${row.group})`, row)
  for (const row of PUBLISHED_AVERAGES) add(`mean of ${row.group}`, row)
  return table.toString()
}

function rank(runs: readonly Run[], { group }: Options): Leaderboard {
  const contestants = contestantsOf(runs, group)
  checkGroups(
    group,
    contestants.map(({ agent }) => agent),
  )
  try {
    return leaderboardOf(contestants)
  } catch (error) {
    throw error instanceof RangeError ? new TracewrightError(messageOf(error), { cause: error }) : error
  }
}

/** Why the costs of an agent are not known although it was given prices. */
function whyUnpriced({ agent, models }: AgentCosts, file = ''): string {
  if (models.length === 0) return `no attempt of ${agent} says which model answered`
  return models.length === 1
    ? `${file} has no price for ${models[0]}, which answered ${agent}`
    : `the tokens of ${models.join(' and ')}, which answered ${agent}, cannot be told apart`
}

export const addLeaderboard = (program: Command): Command =>
  program
    .command('leaderboard')
    .description(
      'rank the agents of one run or of several on the same suites, tasks solved at the first attempt',
    )
    .argument('<runs...>', 'run.json of each run')
    .addOption(groupOption())
    .option('--published', 'show the 18 published models too, which another scorer graded on other tasks')
    .option('--prices <file>', 'table of prices (JSON), to show what the agents cost')
    .option('--json', 'print one JSON document')
    .action(async (files: string[], options: Options) => {
      const runs = files.map((file) => readRun(file))
      const board = rank(runs, options)
      const { find } = await priceFinder(options.prices)
      const costs = leaderboardCosts(runs, find)
      if (options.json) {
        const published = options.published
          ? { published: { scorer: 'published', rows: PUBLISHED_ROWS, averages: PUBLISHED_AVERAGES } }
          : {}
        return printJson({ scorer: 'causal', ...board, costs, ...published })
      }
      printText('causal scorer; percent of tasks solved, with the 95 % interval')
      printText(tableOf(board))
      const spent = costTable(board, costs)
      if (spent !== undefined) printText(`\nwhat the first attempts used\n${spent}`)
      const unpriced = costs.filter(({ cost, model_calls }) => cost === null && model_calls !== null)
      if (options.prices !== undefined && unpriced.length > 0)
        warn(
          `Some costs are not told: ${unpriced.map((one) => whyUnpriced(one, options.prices)).join('; ')}.`,
        )
      if (options.published) {
        printText(
          '\nfor comparison: the published leaderboard, percent of the score of its own scorer on its own tasks',
        )
        printText(publishedTable())
      }
    })
