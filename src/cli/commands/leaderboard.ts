import Table from 'cli-table3'
import { type Command, InvalidArgumentError } from 'commander'
import { type Contestant, type Leaderboard, leaderboardOf } from '../../metrics/leaderboard.ts'
import { PUBLISHED_ROWS } from '../../metrics/published-leaderboard.ts'
import type { Case, Run } from '../../schema/run.ts'
import { LEVELS } from '../../schema/task.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { printJson, printText } from '../output.ts'
import { readRun } from '../read-run.ts'

interface Options {
  group: Readonly<Record<string, string>>
  published?: boolean
  json?: boolean
}

function oneGroup(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.lastIndexOf('=')
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('Write it as agent=group.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

const nameOf = ({ agent = 'agent', project }: Case): string =>
  project === undefined ? agent : `${agent} (${project})`

/** The first attempt of each agent at each task. Several agents may be in one run, one a Vitest project. */
function contestantsOf(runs: readonly Run[], groups: Readonly<Record<string, string>>): Contestant[] {
  return runs.flatMap((run) => {
    const names = [...new Set(run.cases.map(nameOf))]
    return names.map((agent): Contestant => {
      const own = run.cases.filter((item) => nameOf(item) === agent && item.outcome !== 'skipped')
      const group = groups[agent]
      return {
        agent,
        ...(group === undefined ? {} : { group }),
        results: own.map(({ suite, task_id, level, score }) => ({
          task_id: `${suite} ${task_id}`,
          level,
          score: score?.score ?? 0,
          solved: score?.solved === true,
        })),
      }
    })
  })
}

const pOf = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)

const shown = ({ solved, interval }: { solved: number; interval: { low: number; high: number } }): string =>
  `${percent(solved)} (${Math.round(100 * interval.low)}–${Math.round(100 * interval.high)})`

const percent = (share: number | undefined): string => (share === undefined ? '' : (100 * share).toFixed(1))
const STYLE = { head: [], border: [], compact: true }
const right = (columns: number): ('left' | 'right')[] =>
  Array.from({ length: columns }, (_, i) => (i === 0 ? 'left' : 'right'))

function tableOf({ rows, averages }: Leaderboard): string {
  const head = ['agent', 'solved', ...LEVELS, 'score', 'L0 - L3', 'ahead of the next']
  const table = new Table({ head, colAligns: right(head.length), style: STYLE })
  for (const { agent, overall, levels, delta, ahead_of_next } of rows) {
    table.push([
      agent,
      shown(overall),
      ...LEVELS.map((level) => (levels[level] === undefined ? '' : shown(levels[level]))),
      percent(overall.score),
      delta === null ? '' : percent(delta),
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

function publishedTable(): string {
  const head = ['published model', 'overall', ...LEVELS, 'L0 - L3']
  const table = new Table({ head, colAligns: right(head.length), style: STYLE })
  for (const row of PUBLISHED_ROWS) {
    table.push([
      `${row.model} (${row.provider}, ${row.group})`,
      row.overall.toFixed(1),
      ...LEVELS.map((level) => row[level].toFixed(1)),
      (row.L0_node - row.L3_dag).toFixed(1),
    ])
  }
  return table.toString()
}

function rank(runs: readonly Run[], { group }: Options): Leaderboard {
  const contestants = contestantsOf(runs, group)
  const stranger = Object.keys(group).find((name) => !contestants.some(({ agent }) => agent === name))
  if (stranger !== undefined) {
    throw new TracewrightError(
      `Failed to rank agents: there is no agent "${stranger}" in these runs. There are: ${contestants.map(({ agent }) => agent).join(', ')}.`,
    )
  }
  try {
    return leaderboardOf(contestants)
  } catch (error) {
    throw error instanceof RangeError ? new TracewrightError(messageOf(error), { cause: error }) : error
  }
}

export const addLeaderboard = (program: Command): Command =>
  program
    .command('leaderboard')
    .description(
      'rank the agents of one run or of several on the same suites, tasks solved at the first attempt',
    )
    .argument('<runs...>', 'run.json of each run')
    .option(
      '--group <agent=group>',
      'put an agent into a group whose mean is shown; may be given again',
      oneGroup,
      {},
    )
    .option('--published', 'show the 18 published models too, which another scorer graded on other tasks')
    .option('--json', 'print one JSON document')
    .action((files: string[], options: Options) => {
      const board = rank(files.map(readRun), options)
      if (options.json) {
        const published = options.published
          ? { published: { scorer: 'published', rows: PUBLISHED_ROWS } }
          : {}
        return printJson({ scorer: 'causal', ...board, ...published })
      }
      printText('causal scorer; percent of tasks solved, with the 95 % interval')
      printText(tableOf(board))
      if (options.published) {
        printText(
          '\nfor comparison: the published leaderboard, percent of the score of its own scorer on its own tasks',
        )
        printText(publishedTable())
      }
    })
