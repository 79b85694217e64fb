import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { modelUser } from '../../../adapters/langchain/model-user.ts'
import type { User } from '../../../schema/agent.ts'
import type { Task } from '../../../schema/task.ts'
import { computeSha256 } from '../../../shared/digest.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import type { Json } from '../../../shared/json.ts'
import { createActiveRedactor } from '../../../shared/redact/active.ts'
import { maskAgentName } from '../../../shared/redact/agent-name.ts'
import { buildPathBesideSuite } from '../../../suites/load/suite-file.ts'
import {
  type ConversationMetrics,
  type ConversationResult,
  checkLines,
  computeConversationMetrics,
  type DoneConversation,
  openKeptConversations,
  runConversation,
} from '../../../synthetic/conversations/run.ts'
import type { LiveSimulation } from '../../../synthetic/simulate/live/live-model.ts'
import { respondWithPlaceholders } from '../../../synthetic/simulate/respond.ts'
import { simulatorsOf } from '../../../synthetic/simulate/simulators.ts'
import { readToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { TOOLKIT_ENDING } from '../../../tools/imported/file-names.ts'
import { isImported, readToolkitJson } from '../../../tools/imported/files.ts'
import { readServedRegistry, serve } from '../../../tools/served.ts'
import { createCountdown } from '../../countdown.ts'
import { AGENT_OPTION, loadAgent } from '../../load-default.ts'
import {
  addModelOptions,
  asksForPlaceholders,
  formatUsageJson,
  importLiveSimulator,
  type KeptModel,
  type ModelOptions,
  openCachedModel,
  readModelIdentity,
} from '../../model-options.ts'
import { refuseInput } from '../../options.ts'
import { printJson, printText, runInterruptible, warn } from '../../output.ts'
import { readTasks } from '../../read-tasks.ts'
import { loadSimulators } from '../../simulators-option.ts'
import { formatPercent, shareText } from '../../table.ts'
import { formatUsage, warnOfOpen } from './stage-output.ts'

/** Prints the metrics of an agent's conversations, and what was not as expected in each. */
function showConversations(
  agent: string,
  { tasks, end_to_end: { right, share }, process, solved }: ConversationMetrics,
  results: readonly ConversationResult[],
): void {
  for (const { task_id, end_reason, made, expected, failure } of results) {
    if (end_reason === undefined && made === expected && failure === undefined) continue
    const words = [
      `${made} of ${expected} expected calls`,
      ...(end_reason === undefined ? [] : [end_reason]),
      ...(failure === undefined ? [] : [`the agent failed: ${failure}`]),
    ]
    printText(`${task_id}: ${words.join('; ')}`)
  }
  const interval = share === null ? '' : ` (${shareText(share)})`
  printText(
    `${agent}: ${right} of ${tasks} conversations ended as expected${interval}; process ${formatPercent(process)}, ${solved} solved`,
  )
}

interface Options extends ModelOptions {
  suite: string
  toolkit?: string
  agent: string
  traces?: string
}

async function serveToolkit(
  file: string | undefined,
  chosenModel: KeptModel | undefined,
  placeholders: boolean,
): Promise<LiveSimulation | undefined> {
  const synthetic = file === undefined || isImported(readToolkitJson(file)) ? undefined : readToolkit(file)
  if (placeholders && synthetic === undefined)
    throw new TracewrightError(
      'Invalid --model placeholders: it requires a toolkit of synthetic tools (--toolkit).',
    )
  if (file === undefined) return undefined
  const live =
    synthetic && chosenModel && !placeholders
      ? (await importLiveSimulator())(synthetic, chosenModel)
      : undefined
  const placed = synthetic && placeholders ? simulatorsOf(synthetic, respondWithPlaceholders) : undefined
  serve(live?.simulators ?? placed ?? (await loadSimulators(file)))
  return live
}

/** The user that a model plays; undefined where the script says what they say. */
async function createUser(chosenModel: KeptModel | undefined): Promise<User | undefined> {
  if (chosenModel === undefined) return undefined
  const { createCachedTextModel } = await import('../../../models/cached-text-model.ts')
  return modelUser(createCachedTextModel(chosenModel.model, chosenModel.cache, chosenModel.limits))
}

const computeFileDigest = (file: string | undefined): string | null =>
  file === undefined ? null : computeSha256(readFileSync(file, 'utf8'))

interface Holding {
  agent: Awaited<ReturnType<typeof loadAgent>>
  user: User | undefined
  live: LiveSimulation | undefined
  limits: KeptModel['limits'] | undefined
  kept: ReturnType<typeof openKeptConversations> | undefined
  /** Why a task has a call that nothing answers, by its id. */
  unanswered: ReadonlyMap<string, string>
}

/** Holds the conversations that are not kept, one after another; `open` says why a task has none. */
async function holdConversations(tasks: readonly Task[], holding: Holding) {
  const { agent, user, live, limits, kept, unanswered } = holding
  const done: DoneConversation[] = []
  const open: string[] = []
  const notify = createCountdown('conversations', 'tasks')
  await runInterruptible(async (signal) => {
    for (const [i, task] of tasks.entries()) {
      const known = kept?.find(task as Json)
      if (known !== undefined) {
        done.push(known)
        continue
      }
      const stopped = signal.aborted ? (limits?.stopped ?? 'it was interrupted') : limits?.stopped
      const why =
        unanswered.get(task.task_id) ?? (stopped === undefined ? undefined : `not started: ${stopped}`)
      if (why !== undefined) {
        open.push(`${task.task_id}: ${why}`)
        continue
      }
      notify(i, tasks.length, task.task_id)
      try {
        const made = await runConversation(agent, task, { registry: readServedRegistry(), user, live })
        limits?.noteAnswer()
        done.push(made)
        kept?.keep(task as Json, made)
      } catch (error) {
        if (!(error instanceof TracewrightError)) throw error
        limits?.noteFailure(error)
        open.push(`${task.task_id}: ${error.message}`)
      }
    }
  })
  return { done, open }
}

async function run(options: Options): Promise<void> {
  const identity = readModelIdentity(options)
  const { suite, traces, json } = options
  const inputs = [suite, options.toolkit, options.agent]
  refuseInput('--traces', traces, inputs)
  refuseInput('"cache" of --model', identity?.cache, inputs)
  const placeholders = asksForPlaceholders(options)
  const toolkit = options.toolkit ?? [buildPathBesideSuite(suite, TOOLKIT_ENDING)].find(existsSync)
  const chosenModel = await openCachedModel(options, buildPathBesideSuite(suite, '.answers.jsonl'))
  const limits = chosenModel?.limits
  const live = await serveToolkit(toolkit, chosenModel, placeholders)
  const lines = await readTasks(suite)
  const held = lines.filter(({ task }) => task.skip === undefined && task.todo === undefined)
  if (held.length < lines.length)
    warn(`${lines.length - held.length} tasks are marked skip or todo, and left out.`)
  if (held.length === 0)
    throw new TracewrightError(`Failed to hold conversations: ${suite} has no runnable task. Add one.`)
  const tasks = held.map(({ task }) => task)
  // What the user says, and for each expected call an answer and its judgment.
  const expected = live === undefined ? [] : tasks.flatMap(({ expected_trace: { steps } }) => steps)
  limits?.announce(
    'conversations',
    tasks.reduce((sum, { turns = [] }) => sum + turns.length, 2 * expected.length),
  )
  const unanswered = await checkLines(held, suite, readServedRegistry(), live)
  const agent = await loadAgent(options.agent)
  const user = await createUser(chosenModel)
  const of: Json = {
    agent: [agent.name, computeFileDigest(options.agent)],
    user: identity && [identity.model, identity.options ?? null],
    toolkit: computeFileDigest(toolkit),
    placeholders,
  }
  const kept = traces === undefined ? undefined : openKeptConversations(traces, of)
  const { done, open } = await holdConversations(tasks, {
    agent,
    user,
    live,
    limits,
    kept,
    unanswered,
  })
  warnOfOpen(
    open,
    `${tasks.length} conversations`,
    traces === undefined ? 'with --traces none is held twice' : '',
  )
  if (open.length === 0) kept?.finish(done)
  const results = done.map(({ result }) => result)
  const all = computeConversationMetrics(results)
  const agentName = maskAgentName(agent.name, createActiveRedactor())
  if (json)
    return printJson({
      agent: agentName,
      user: identity?.model ?? null,
      tasks: tasks.length,
      all,
      ...(limits === undefined ? {} : { used: formatUsageJson(limits.usage) }),
      open,
      results,
    })
  showConversations(agentName, all, results)
  if (limits !== undefined) printText(`the model: ${formatUsage(limits.usage)}`)
}

export const addConversations = (synth: Command): Command =>
  addModelOptions(
    synth
      .command('conversations')
      .description(
        'let an agent talk with a user in one world, and grade the end state and the share of expected calls, ' +
          'as ACEBench does; exits with 0 when every conversation ran, whatever its grade',
      )
      .requiredOption(
        '--suite <file>',
        'tasks, NAME.suite.jsonl; what the user says after the prompt is in "turns"',
      )
      .option(
        '--toolkit <file>',
        'their tools and state (default: NAME.toolkit.json next to the suite, if there is one)',
      )
      .requiredOption('--agent <agent>', AGENT_OPTION)
      .option('--traces <file>', 'write a trace for each; a stopped run resumes from it'),
    'that plays the user instead of "turns", and answers calls that nothing else covers; or ' +
      '"placeholders" for marked placeholder values',
  ).action(run)
