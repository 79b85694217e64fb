import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { VERIFIERS, type VerifierName } from '../../../schema/environment-result.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { isLinesWith, writeOutput } from '../../../shared/whole-file.ts'
import { DEFAULT_ATTEMPTS, DEFAULT_TURNS } from '../../../synthetic/environment/environment.ts'
import { type EnvironmentLine, readEnvironment } from '../../../synthetic/environment/read-environment.ts'
import {
  type EnvironmentMetrics,
  type EnvironmentSummary,
  formatTranscript,
  redactRun,
  runEnvironment,
  summarise,
  type WrittenRun,
} from '../../../synthetic/environment/run.ts'
import { respond, respondWithPlaceholders } from '../../../synthetic/simulate/respond.ts'
import { simulatorsOf } from '../../../synthetic/simulate/simulators.ts'
import { registryOf } from '../../../tools/registry.ts'
import { createCountdown } from '../../countdown.ts'
import { AGENT_OPTION, loadAgent } from '../../load-default.ts'
import {
  addModelOptions,
  asksForPlaceholders,
  formatUsageJson,
  importLiveSimulator,
  type ModelOptions,
  openCachedModel,
} from '../../model-options.ts'
import { createMinimumParser } from '../../options.ts'
import { printJson, printText, showProgress } from '../../output.ts'
import { renderTextTable, shareText } from '../../table.ts'
import { buildSiblingPath, formatUsage, warnOfOpen } from './stage-output.ts'

interface Options extends ModelOptions {
  tasks: string
  toolkit?: string
  agent: string
  verifier: VerifierName
  attempts: number
  turns: number
  transcripts?: string
}

const formatCells = ({ tasks, solved_first, solved, share, ...means }: EnvironmentMetrics) => [
  ...[tasks, solved_first, solved, share === null ? '' : shareText(share)],
  ...[means.turns, means.ideal_turns].map((turns) => turns?.toFixed(1) ?? ''),
]

function renderTable({ valid, invalid, difficulties }: EnvironmentSummary): string {
  const kinds = Object.entries(difficulties).filter(([, { tasks }]) => tasks > 0)
  const rows = [...kinds, ['valid', valid] as const, ['invalid', invalid] as const]
  return renderTextTable(
    ['', '>tasks', '>at attempt 1', '>by the last', '>share at 1 (95 %)', '>turns', '>ideal'],
    rows.map(([kind, counts]) => [kind, ...formatCells(counts)]),
  )
}

const describeHeadline = (
  agent: string,
  verifier: VerifierName,
  { tasks, valid, invalid, failures }: EnvironmentSummary,
): string =>
  [
    `${agent}: ${valid.solved_first + invalid.solved_first} of ${tasks} tasks solved at attempt 1 (${verifier} verifier): ${valid.solved_first} of ${valid.tasks} that can be done, ${invalid.solved_first} of ${invalid.tasks} that cannot`,
    ...(failures === 0 ? [] : [`the agent failed at ${failures} tasks before it finished`]),
  ].join('\n')

/** Name of a transcript file; ids may hold what no file name may. */
const buildTranscriptName = (id: string): string => `${id.replaceAll(/[^\w.-]+/g, '_')}.transcript.jsonl`

function keep(dir: string, { line, item }: EnvironmentLine, { transcript }: WrittenRun): void {
  const file = join(dir, `${line}-${buildTranscriptName(item.task.task_id)}`)
  writeOutput(file, formatTranscript(transcript), isLinesWith('turn', 'event'))
}

async function run({ tasks: file, toolkit: toolkitFile, json, transcripts, ...options }: Options) {
  const { tasks, toolkit } = readEnvironment(file, toolkitFile)
  const agent = await loadAgent(options.agent)
  const chosenModel = await openCachedModel(options, buildSiblingPath(toolkitFile ?? file, 'answers'))
  const live = chosenModel && (await importLiveSimulator())(toolkit, chosenModel)
  const spent = chosenModel?.limits.usage
  const steps = tasks.flatMap(({ item }) => (item.valid ? item.task.expected_trace.steps : []))
  // An answer and its judgment for each expected call; answers are kept, so attempts ask for no others.
  chosenModel?.limits.announce('environment', 2 * steps.length)
  const answer = asksForPlaceholders(options) ? respondWithPlaceholders : respond
  const registry = registryOf(live?.simulators ?? simulatorsOf(toolkit, answer))
  const { verifier, attempts, turns } = options
  const runs: WrittenRun[] = []
  const unanswered: string[] = []
  const notify = createCountdown('environment', 'tasks')
  for (const [i, task] of tasks.entries()) {
    notify(i, tasks.length, task.item.task.task_id)
    let made: WrittenRun
    try {
      const run = await runEnvironment(agent, task.item, {
        registry,
        verifier,
        attempts,
        maxTurns: turns,
        ...(live && { live }),
      })
      made = redactRun(run, task.item)
    } catch (error) {
      if (live === undefined || !(error instanceof TracewrightError)) throw error
      unanswered.push(`${task.item.task.task_id}: ${error.message}`)
      continue
    }
    if (transcripts !== undefined) keep(transcripts, task, made)
    runs.push(made)
  }
  showProgress('')
  warnOfOpen(unanswered, `${tasks.length} tasks`, 'no model call is repeated')
  const results = runs.map(({ result }) => result)
  const [first] = results
  if (first === undefined) return
  const summary = summarise(results)
  if (json)
    return printJson({
      ...{ agent: first.agent, verifier, ...summary },
      ...(spent === undefined ? {} : { used: formatUsageJson(spent), unanswered }),
      results,
    })
  printText(renderTable(summary))
  printText(describeHeadline(first.agent, verifier, summary))
  if (spent !== undefined) printText(formatUsage(spent))
}

export const addEnvironment = (synth: Command): Command =>
  addModelOptions(
    synth
      .command('environment')
      .description(
        'let an agent work on tasks of synthetic tools over turns, and verify what it submits; ' +
          'exits with 0 when every task ran, solved or not',
      )
      .requiredOption('--tasks <file>', 'JSON Lines of tasks, NAME.tasks.jsonl')
      .option('--toolkit <file>', 'their tools and state (default: NAME.toolkit.json next to the tasks)')
      .requiredOption('--agent <agent>', AGENT_OPTION)
      .addOption(
        new Option('--verifier <name>', 'how attempts are verified').choices(VERIFIERS).default('causal'),
      )
      .option(
        '--attempts <number>',
        'attempts that the agent may submit',
        createMinimumParser(1),
        DEFAULT_ATTEMPTS,
      )
      .option(
        '--turns <number>',
        'calls that the agent may make at a task, submissions included',
        createMinimumParser(1),
        DEFAULT_TURNS,
      )
      .option('--transcripts <folder>', 'write the events of each task, one per line'),
    'that answers calls that nothing else covers, or "placeholders" for marked placeholder values',
  ).action(run)
