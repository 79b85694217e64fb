import type { Command } from 'commander'
import { listFreeTexts } from '../../metrics/contestants.ts'
import { describeFreeText } from '../../metrics/free-text.ts'
import { PUBLISHED_BOARD } from '../../metrics/published-leaderboard.ts'
import { formatMoney, type Money, readPrices } from '../../models/prices.ts'
import { createExhibit } from '../../report/paper/exhibit.ts'
import { listGapRows, listLevelRows, listPairRows, listPublishedRows } from '../../report/paper/rows.ts'
import { type AgentCosts, costsOfAgents } from '../agent-costs.ts'
import { showExhibits } from '../exhibit-table.ts'
import { printJson, printText } from '../output.ts'
import { rankRuns } from '../rank-runs.ts'
import { readRun } from '../read-run.ts'
import { renderTextTable } from '../table.ts'

interface Options {
  published?: boolean
  prices?: string
  json?: boolean
}

const formatMoneyIfAny = (value: Money | null): string => (value === null ? '' : formatMoney(value))

const renderCostTable = (costs: readonly AgentCosts[]): string =>
  renderTextTable(
    ['agent', '>model calls', '>tokens in', '>tokens out', '>cost', '>cost a solved task', '>not stated'],
    costs.map(({ agent, model_calls, input_tokens, output_tokens, cost, cost_per_solved, unknown }) => [
      agent,
      ...[model_calls, input_tokens, output_tokens].map((count) => count ?? ''),
      ...[cost, cost_per_solved].map(formatMoneyIfAny),
      unknown,
    ]),
  )

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
      printText('causal scorer')
      showExhibits([createExhibit('levels', listLevelRows(rows, averages))])
      if (freeTexts.size > 0) printText(`\n${describeFreeText(freeTexts.size, rows[0]?.overall.tasks ?? 0)}`)
      showExhibits([
        createExhibit('gaps', listGapRows(rows, averages)),
        createExhibit('pairs', listPairRows(pairs)),
      ])
      if (costs.some(({ model_calls }) => model_calls !== null))
        printText(`\nwhat the first attempts used\n${renderCostTable(costs)}`)
      if (options.published) showExhibits([createExhibit('published', listPublishedRows(PUBLISHED_BOARD))])
    })
