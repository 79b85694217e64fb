import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { formatAgentName } from '../../metrics/contestants.ts'
import { isFreeTextCase } from '../../metrics/free-text.ts'
import { shareInterval } from '../../metrics/intervals.ts'
import { compareAllPairs } from '../../metrics/pairs.ts'
import { createExhibit } from '../../report/paper/exhibit.ts'
import { listPairRows, listShare } from '../../report/paper/rows.ts'
import type { Case } from '../../schema/run.ts'
import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { groupBy, tally } from '../../shared/group.ts'
import { resolveBelow } from '../../shared/resolve-below.ts'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import { loadSuite } from '../../suites/load/load.ts'
import { renderRows, showExhibits } from '../exhibit-table.ts'
import { printJson, printText, warn } from '../output.ts'
import { readRun } from '../read-run.ts'

/** Leaderboards compare agents and projects. */
const FACTORS = ['distractors'] as const

interface Options {
  by: (typeof FACTORS)[number]
  root: string
  json?: boolean
}

/** A case with the level of the factor, and what names its task at every level. */
interface Observation {
  agent: string
  level: string
  task_id: string
  solved: boolean
}

/** Available tools that the expected trace does not call. */
function countDistractors({ available_tools, expected_trace }: Task): number {
  const needed = new Set(expected_trace.steps.map(({ tool_name }) => tool_name))
  return available_tools.filter((name) => !needed.has(name)).length
}

/** The tasks of a suite by their ids, and how many distractors most of them have. */
function readOffers(root: string, file: string) {
  if (resolveBelow(root, file) === undefined)
    throw new TracewrightError(
      `Failed to compare: a run names the suite ${file}, which is outside of ${root}. Name the root of Vitest by --root.`,
    )
  if (isCodeSuiteName(file))
    throw new TracewrightError(
      `Failed to compare: ${file} is code, and --by distractors reads JSON Lines. Generate the suites as *.suite.jsonl.`,
    )
  const tasks = loadSuite(resolve(root, file)).map(({ task }) => task)
  const [usual] = tally(tasks.map((task) => String(countDistractors(task))))
  return { tasks: new Map(tasks.map((task) => [task.task_id, task])), level: usual?.[0] ?? '0' }
}

/** Observations of the first attempts; a case of a task that its suite no longer has is refused. */
function observe(cases: readonly Case[], root: string): Observation[] {
  const suites = [...new Set(cases.map(({ suite }) => suite))]
  const offers = new Map(suites.map((file) => [file, readOffers(root, file)]))
  return cases.map((item) => {
    const { suite, task_id, score } = item
    const offer = offers.get(suite)
    const task = offer?.tasks.get(task_id)
    if (offer === undefined || task === undefined)
      throw new TracewrightError(
        `Failed to compare: ${suite} holds no task "${task_id}". Name runs of the suites as they are.`,
      )
    const key = JSON.stringify([task_id, task.prompt])
    const solved = score?.solved === true
    return { agent: formatAgentName(item), level: offer.level, task_id: key, solved }
  })
}

/** Levels of the factor for one agent, over the tasks that every level has. */
function compareLevels(agent: string, observations: readonly Observation[]) {
  const byLevel = [...groupBy(observations, ({ level }) => level)].sort(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  for (const [level, results] of byLevel)
    if (new Set(results.map(({ task_id }) => task_id)).size < results.length)
      throw new TracewrightError(
        `Failed to compare: ${agent} has several results for a task at ${level} distractors. Name one run for each level.`,
      )
  const counts = groupBy(observations, ({ task_id }) => task_id)
  const isPaired = ({ task_id }: Observation): boolean => counts.get(task_id)?.length === byLevel.length
  const paired = byLevel.map(([level, results]) => ({ agent: level, results: results.filter(isPaired) }))
  const tasks = paired[0]?.results.length ?? 0
  if (byLevel.length < 2 || tasks === 0)
    throw new TracewrightError(
      `Failed to compare: ${agent} has ${byLevel.length < 2 ? 'one number of distractors' : 'no task that is the same at every number of distractors'}. ` +
        'Name runs of suites that were generated with one --seed and several --distractors.',
    )
  const levels = paired.map(({ agent: level, results }) => {
    const solved = results.filter((result) => result.solved).length
    return { level, tasks, solved: solved / tasks, interval: shareInterval(solved, tasks) }
  })
  return { agent, levels, pairs: compareAllPairs(paired), unpaired: counts.size - tasks }
}

function compare(files: readonly string[], options: Options): void {
  const { by, root, json } = options
  const cases = files
    .flatMap((file) => readRun(file).cases)
    .filter((item) => item.outcome !== 'skipped' && !isFreeTextCase(item))
  const agents = groupBy(observe(cases, root), ({ agent }) => agent)
  if (agents.size === 0)
    throw new TracewrightError('Failed to compare: the runs have no cases. Run the suites again.')
  const compared = [...agents].map(([agent, observations]) => compareLevels(agent, observations))
  if (json) printJson({ by, scorer: 'causal', agents: compared })
  else
    for (const { agent, levels, pairs, unpaired } of compared) {
      if (unpaired > 0) warn(`${unpaired} tasks are not at every level, and are left out`)
      printText(
        renderRows(
          [
            { key: 'level', title: `${agent}, ${by}` },
            { key: 'tasks', title: 'tasks', digits: 0 },
            { key: 'solved', title: 'solved, %', interval: ['solved_low', 'solved_high'] },
          ],
          levels.map(({ level, tasks, ...row }) => ({
            ...{ level, tasks, ...listShare('solved', row.solved, row.interval) },
          })),
        ),
      )
      showExhibits([{ ...createExhibit('pairs', listPairRows(pairs)), title: `Pairs of ${by}` }])
    }
}

export const addCompare = (program: Command): Command =>
  program
    .command('compare')
    .description('compare tasks solved at the levels of an experiment, paired by task, with 95 % intervals')
    .argument('<runs...>', 'run.json of each run')
    .addOption(
      new Option('--by <factor>', 'what differs between the suites').choices(FACTORS).makeOptionMandatory(),
    )
    .option('--root <folder>', 'root of Vitest, to which the paths of suites in the runs are relative', '.')
    .action(compare)
