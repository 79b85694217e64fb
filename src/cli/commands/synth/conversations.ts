import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { modelUser } from '../../../adapters/langchain/model-user.ts'
import type { Limits } from '../../../models/limits.ts'
import type { User } from '../../../schema/agent.ts'
import { sha256 } from '../../../shared/digest.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import type { Json } from '../../../shared/json.ts'
import { activeRedactor } from '../../../shared/redact/active.ts'
import { maskedAgentName } from '../../../shared/redact/agent-name.ts'
import { checkLines } from '../../../synthetic/conversations/check-lines.ts'
import { conversationSummary } from '../../../synthetic/conversations/figures.ts'
import {
  type DoneConversation,
  keptConversations,
} from '../../../synthetic/conversations/kept-conversations.ts'
import { DEFAULT_CALLS, DEFAULT_TIMEOUT, runConversation } from '../../../synthetic/conversations/run.ts'
import { respondWithPlaceholders } from '../../../synthetic/simulate/respond.ts'
import { simulatorsOf } from '../../../synthetic/simulate/simulators.ts'
import { readToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { isImported, readToolkitJson, TOOLKIT_ENDING } from '../../../tools/imported/files.ts'
import { serve, servedRegistry } from '../../../tools/served.ts'
import { countdown } from '../../countdown.ts'
import { interruptible } from '../../interruptible.ts'
import { loadAgent } from '../../load-agent.ts'
import { withLangChain } from '../../load-model.ts'
import { askedModel, type ModelOptions, usageJson, withModelOptions } from '../../model-options.ts'
import { printJson, printText, warn } from '../../output.ts'
import { readTasks } from '../../read-tasks.ts'
import { simulatorsFrom } from '../../simulators-option.ts'
import { atLeast } from '../../whole-number.ts'
import { showConversations } from './conversation-table.ts'
import { spentText } from './stage-output.ts'

interface Options extends ModelOptions {
  suite: string
  toolkit?: string
  agent: string
  placeholders?: boolean
  cache?: string
  traces?: string
  maxTurns: number
  timeout: number
  json?: boolean
}

/** Ending of the suites that have a toolkit beside them. */
const SUITE_ENDING = '.suite.jsonl'

/** What the suite's name begins with: `shop` of `shop.suite.jsonl`. */
const stemOf = (suite: string): string =>
  suite.endsWith(SUITE_ENDING) ? suite.slice(0, -SUITE_ENDING.length) : suite.replace(/\.[^./\\]*$/, '')

/** Serves the tools of the toolkit that is named, or of the one beside the suite; gives its file. */
async function serveToolkit({ suite, toolkit, placeholders }: Options): Promise<string | undefined> {
  const beside = `${stemOf(suite)}${TOOLKIT_ENDING}`
  const file = toolkit ?? (existsSync(beside) ? beside : undefined)
  if (placeholders && (file === undefined || isImported(readToolkitJson(file))))
    throw new TracewrightError(
      'Invalid --placeholders: it requires a toolkit of synthetic tools (--toolkit).',
    )
  if (file !== undefined)
    serve(
      placeholders ? simulatorsOf(readToolkit(file), respondWithPlaceholders) : await simulatorsFrom(file),
    )
  return file
}

/** The user that the options name; undefined where the script says what they say. */
async function userOf(options: Options): Promise<{ user?: User; limits?: Limits }> {
  const asked = await askedModel(options)
  if (asked === undefined) return {}
  const [{ keptWords }, { FileCache }, { Limits: LimitsOf }] = await withLangChain('what asks models', () =>
    Promise.all([
      import('../../../models/kept-words.ts'),
      import('../../../models/file-cache.ts'),
      import('../../../models/limits.ts'),
    ]),
  )
  const limits = new LimitsOf(asked.limits)
  const cache = new FileCache(options.cache ?? `${stemOf(options.suite)}.answers.jsonl`)
  const words = keptWords(asked.model, cache, limits)
  return { user: modelUser(words), limits }
}

const digestOf = (file: string | undefined): string | null =>
  file === undefined ? null : sha256(readFileSync(file, 'utf8'))

/** Refuses options that would write over an input, or that say nothing. */
function checkOptions({ suite, toolkit, agent, model, cache, traces }: Options): void {
  const inputs = [suite, toolkit, agent].flatMap((file) => (file === undefined ? [] : [resolve(file)]))
  for (const [flag, file] of [
    ['--traces', traces],
    ['--cache', cache],
  ] as const)
    if (file !== undefined && inputs.includes(resolve(file)))
      throw new TracewrightError(`Invalid ${flag} ${file}: the file is an input. Name another file.`)
  if (cache !== undefined && model === undefined)
    throw new TracewrightError('Invalid --cache: it requires --model.')
}

async function run(options: Options): Promise<void> {
  checkOptions(options)
  const { suite, traces, maxTurns, timeout, json } = options
  const toolkit = await serveToolkit(options)
  const lines = await readTasks(suite)
  const held = lines.filter(({ task }) => task.skip === undefined && task.todo === undefined)
  if (held.length < lines.length)
    warn(`${lines.length - held.length} tasks are marked skip or todo, and left out.`)
  if (held.length === 0)
    throw new TracewrightError(
      `Failed to hold conversations: ${suite} has no task that is to be run. Give some.`,
    )
  checkLines(held, suite, servedRegistry())
  const tasks = held.map(({ task }) => task)
  const agent = await loadAgent(options.agent)
  const { user, limits } = await userOf(options)
  limits?.announce(
    'conversations',
    tasks.reduce((sum, { turns = [] }) => sum + turns.length, 0),
  )
  const of: Json = {
    agent: [agent.name, digestOf(options.agent)],
    user: options.model === undefined ? null : [options.model, (options.modelOptions as Json) ?? null],
    ...{ toolkit: digestOf(toolkit), placeholders: options.placeholders ?? false, maxTurns, timeout },
  }
  const kept = traces === undefined ? undefined : keptConversations(traces, of)
  const done: DoneConversation[] = []
  const open: string[] = []
  const tell = countdown('conversations', 'tasks')
  await interruptible(async (signal) => {
    for (const [i, task] of tasks.entries()) {
      const known = kept?.find(task as Json)
      if (known !== undefined) {
        done.push(known)
        continue
      }
      if (signal.aborted || limits?.stopped !== undefined) {
        open.push(`${task.task_id}: it was not begun: ${limits?.stopped ?? 'it was interrupted'}`)
        continue
      }
      tell(i, tasks.length, task.task_id)
      try {
        const made = await runConversation(agent, task, {
          registry: servedRegistry(),
          ...{ maxTurns, timeout },
          ...(user === undefined ? {} : { user }),
        })
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
  for (const one of open) warn(one)
  if (open.length > 0) {
    warn(
      `${open.length} of ${tasks.length} conversations came to nothing. Run the same command to go on${traces === undefined ? '; with --traces none is held twice' : ''}.`,
    )
    process.exitCode = 1
  } else kept?.finish(done)
  const results = done.map(({ result }) => result)
  const summary = conversationSummary(results)
  const agentName = maskedAgentName(agent.name, activeRedactor())
  if (json)
    return printJson({
      agent: agentName,
      user: options.model ?? null,
      tasks: tasks.length,
      ...summary,
      ...(limits === undefined ? {} : { used: usageJson(limits.usage) }),
      open,
      results,
    })
  showConversations(agentName, summary, results)
  if (limits !== undefined)
    printText(
      `the user: ${limits.usage.calls} calls, ${limits.usage.replayed} answers from the file; ${spentText(limits.usage)}`,
    )
}

/** `tracewright synth conversations` */
export const addConversations = (synth: Command): Command =>
  withModelOptions(
    synth
      .command('conversations')
      .description(
        'let an agent talk with a user in one world with state, and grade it as ACEBench does: by the end state, ' +
          'and by the share of the expected calls; exits with 0 when every conversation ran, whatever its grade',
      )
      .requiredOption(
        '--suite <file>',
        'tasks, NAME.suite.jsonl; what the user says after the prompt is in "turns"',
      )
      .option(
        '--toolkit <file>',
        'their tools and state (default: NAME.toolkit.json beside the suite, if there is one)',
      )
      .requiredOption('--agent <module>', 'module whose default export is an agent, or its run function')
      .option(
        '--max-turns <number>',
        'calls that the agent may make in a conversation',
        atLeast(1),
        DEFAULT_CALLS,
      )
      .option('--timeout <ms>', 'time for a conversation whose task sets none', atLeast(1), DEFAULT_TIMEOUT)
      .option('--traces <file>', 'writes a trace for each; a run that was stopped goes on where it was')
      .option('--cache <file>', 'keeps what the model says (default: beside the suite, NAME.answers.jsonl)')
      .option('--placeholders', 'answer what nothing covers with values of the right types that say so')
      .option('--json', 'print one JSON document'),
    'that plays the user, in place of the words of "turns"',
  ).action(run)
