import { resolve } from 'node:path'
import { armGuard } from '../../../network/refusal.ts'
import type { Route } from '../../../network/routes/route.ts'
import { listServedRoutes, serveRoutes } from '../../../network/routes/table.ts'
import { Upstream } from '../../../network/routes/upstream.ts'
import { checkInterception, intercept } from '../../../network/server.ts'
import { runAttempt } from '../../../run/attempt/run-attempt.ts'
import type { Agent } from '../../../schema/agent.ts'
import type { Effect } from '../../../schema/tool.ts'
import { hasSucceeded, type Trace } from '../../../schema/trace.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { dropUndefinedFields } from '../../../shared/json.ts'
import { listEnvironmentSecrets } from '../../../shared/redact/active.ts'
import { type Redact, Redactor } from '../../../shared/redact/redactor.ts'
import type { LiveApplication } from '../../../tasks/reference/live-application.ts'
import { isRecorded, type Simulator } from '../../../tools/define-simulator.ts'
import { type Registry, registryOf } from '../../../tools/registry.ts'
import { findLiveTool, isLive } from '../../../tools/served.ts'
import { readWrittenTasks } from '../../code/load.ts'
import {
  type DraftFiles,
  type DraftReport,
  draftInto,
  listKnownTasks,
  listTasks,
  openDraft,
} from '../draft/draft-files.ts'
import { redactSession, type Session, type SessionCall, type SessionTool } from '../draft/session.ts'
import { TaskNames } from '../draft/task-names.ts'

/** What to record, and the files to write. */
export interface RecordOptions {
  /** The agent that is recorded. */
  agent: Agent
  /**
   * What the agent is asked, one after the other. By default the prompts of the tasks that the suite has, which are
   * recorded again.
   */
  prompts?: readonly string[]
  /** Suite file to write, such as `shop.suite.jsonl`; the recording is `shop.recording.json` next to it. */
  suite: string
  /** Routes whose requests pass to the real API. Default: the plugin's routes. */
  routes?: readonly Route[]
  /** Names of fields, or patterns of texts, to mask in addition to known secrets. */
  redact?: readonly Redact[]
  /** World that the tasks run in. Default 1; with 0 every attempt replays what the API answered. */
  seed?: number
  /** Time for the agent at each prompt in milliseconds. Default 60,000. */
  timeout?: number
  /** Further hosts that stay reachable, such as the host of a model. */
  allow?: readonly string[]
  /** Folder that `suite` is relative to. */
  root?: string
  /** `open`: the agent may reach any host. Default `closed`. */
  network?: 'closed' | 'open'
}

const READS = ['GET', 'HEAD', 'OPTIONS']

const inferEffect = (method: string): Effect => {
  if (READS.includes(method)) return 'read'
  return method === 'PUT' || method === 'DELETE' ? 'idempotent-write' : 'write'
}

/** The simulator that answers for a tool which is never called while recording. */
function findSimulator(name: string, registry: Registry): Simulator | undefined {
  const simulator = registry.get(name)
  return simulator === undefined || isRecorded(simulator) ? undefined : simulator
}

function collectTools(routes: readonly Route[], registry: Registry): SessionTool[] {
  const tools = new Map<string, SessionTool>()
  for (const { tool, on, pattern } of routes) {
    const known = tools.get(tool)
    const simulator = findSimulator(tool, registry)
    if (simulator !== undefined) {
      const { effect, description, inputSchema } = simulator
      const addresses = [...(known?.on ?? []), on]
      tools.set(tool, { name: tool, effect, description, inputSchema, on: addresses, isSimulated: true })
      continue
    }
    const effect = inferEffect(pattern.method)
    const shown = `${pattern.method} /${pattern.segments.join('/')}`
    tools.set(tool, {
      name: tool,
      // A tool that may write is one that writes.
      effect: known === undefined || known.effect === effect ? effect : 'write',
      description: known === undefined ? shown : `${known.description}, ${shown}`,
      on: [...(known?.on ?? []), on],
    })
  }
  return [...tools.values()]
}

/** The agent's own tools, which run in place of requests. */
export interface RecordedOwnTools {
  application: LiveApplication
  /** Those that the agent made or called so far. */
  list(): Pick<SessionTool, 'name' | 'description' | 'inputSchema'>[]
}

/** A tool that ran, or one that a simulator answered for. */
function describeOwnTool(
  { name, ...declared }: ReturnType<RecordedOwnTools['list']>[number],
  registry: Registry,
): SessionTool {
  const { effect, isEffectUnknown, description, inputSchema } = isLive(name)
    ? findLiveTool(name)
    : (registry.get(name) as Simulator)
  return {
    name,
    effect: isEffectUnknown ? undefined : effect,
    ...(isLive(name) ? declared : { description, inputSchema, isSimulated: true }),
  }
}

function findProblems({ calls, failure, refused = [] }: Trace, upstream: Upstream, isOwn: boolean): string[] {
  const opaque = [...upstream.passed.values()].filter(({ body }) => body === undefined)
  return [
    ...(failure === undefined ? [] : [`the agent failed: ${failure}; repair it and record again.`]),
    ...refused.map((address) =>
      isOwn
        ? `${address} was refused; if a tool needs it, add its host to \`allow\` and record again.`
        : `${address} was refused, because no route takes it; add a route and record again.`,
    ),
    ...opaque.map(
      ({ route, type }) =>
        `${route?.on} answered with ${type || 'bytes'} that are not text, so they are not kept.`,
    ),
    ...calls.flatMap(({ error }) => (isOwn && error?.code === 'unanswered' ? `${error.message}.` : [])),
    ...[...upstream.handOffs].map(
      (tool) =>
        `${tool} handed over by a Command, which no recording replays; name it in the option \`live\`.`,
    ),
  ]
}

/** A run of the agent at one prompt. */
interface RecordedRun {
  prompt: string
  trace: Trace
  upstream: Upstream
}

/** A call of an own tool: of unknown effect it counts as a write until the effect is known. */
function buildOwnCall({ result, ...call }: Trace['calls'][number], upstream: Upstream): SessionCall {
  const kept = upstream.passed.get(call.id)
  const committed = call.committed ?? call.status < 300
  if (kept !== undefined) return { ...call, committed, body: kept.body, type: kept.type }
  const body = JSON.stringify(result ?? { error: call.error })
  return { ...call, body, type: undefined, isLeftOut: true }
}

const buildSession = (
  { prompt, trace, upstream }: RecordedRun,
  tools: readonly SessionTool[],
  isOwn: boolean,
): Session => ({
  task_id: trace.task_id,
  prompt,
  tools,
  isOwn,
  calls: trace.calls.map((recorded): SessionCall => {
    if (isOwn) return buildOwnCall(recorded, upstream)
    const { result: _, ...call } = recorded
    const told = upstream.passed.get(call.id)
    return { ...call, body: told?.body, type: told?.type }
  }),
  answer: trace.final_answer,
  problems: findProblems(trace, upstream, isOwn),
})

function listRoutes({ routes = listServedRoutes() }: RecordOptions): readonly Route[] {
  if (routes.length > 0) return routes
  throw new TracewrightError(
    'Failed to record: no routes say which requests are calls of tools. Write a module that exports ' +
      "[route('GET http://localhost:3000/orders/:id', { tool: 'get_order' })], a route for each tool, and name it in the option `routes`: node_modules/tracewright/docs/network.md#routes. For tools that are functions of the agent, set `ownTools` and use `npx tracewright record`: node_modules/tracewright/docs/guides/agent-with-own-tools.md.",
  )
}

/** Each prompt once. */
function listPrompts({ prompts, suite }: RecordOptions, files: DraftFiles): Set<string> {
  const asked = prompts ?? listTasks(files).map(({ prompt }) => prompt)
  const found = new Set(asked.filter((prompt) => prompt !== ''))
  if (found.size > 0) return found
  throw new TracewrightError(
    `Failed to record: no prompt was given, and ${suite} has no tasks yet. Add --prompt.`,
  )
}

/** Closes the network, except for the hosts of the routes, while work is done. */
async function runBehindRoutes<T>(
  { allow = [], network = 'closed' }: RecordOptions,
  routes: readonly Route[],
  work: () => Promise<T>,
): Promise<T> {
  const routesBefore = listServedRoutes()
  serveRoutes(routes)
  const hosts = routes.map(({ pattern }) => new URL(pattern.origin).hostname)
  if (network === 'closed') armGuard([...allow, ...hosts])
  intercept()
  await checkInterception()
  try {
    return await work()
  } finally {
    serveRoutes(routesBefore)
  }
}

/** Has the agent work on a prompt, and adds the secrets that it met to those that are known. */
type RunPrompt = (prompt: string, task_id: string, secrets: Set<string>) => Promise<RecordedRun>

const createRunner =
  (
    { agent, timeout }: RecordOptions,
    routed: readonly SessionTool[],
    registry: Registry,
    own: RecordedOwnTools | undefined,
  ): RunPrompt =>
  async (prompt, task_id, secrets) => {
    const upstream = new Upstream()
    const asked = { task_id, prompt, available_tools: routed.map(({ name }) => name) }
    const answering = own === undefined ? registryOf([]) : registry
    const attempt = { upstream, registry: answering, ...dropUndefinedFields({ timeout }) }
    const run = () => runAttempt(agent, asked, attempt)
    const { trace } =
      own === undefined ? await run() : (await own.application.runInWorld({ seed: 0 }, run)).value
    for (const secret of upstream.secrets) secrets.add(secret)
    return { prompt, trace, upstream }
  }

/** The own tools that were recorded; without one the recording says nothing. */
function describeOwnTools(
  own: RecordedOwnTools,
  runs: readonly RecordedRun[],
  registry: Registry,
  redactor: Redactor,
): SessionTool[] {
  const handOffs = runs.flatMap(({ upstream }) => [...upstream.handOffs])
  const tools = own.list().filter(({ name }) => !handOffs.includes(name))
  if (tools.length > 0) return tools.map((tool) => describeOwnTool(tool, registry))
  const failure = runs.find(({ trace }) => trace.failure !== undefined)?.trace.failure
  const why = failure === undefined ? '' : `, and it failed: ${redactor.text(failure)}`
  throw new TracewrightError(
    `Failed to record: the agent made and called no tool of its own${why}. Name plain functions in the option \`ownTools\`; the libraries that it covers: node_modules/tracewright/docs/guides/agent-with-own-tools.md#libraries.`,
  )
}

/** Tasks that the suite has already, and whose recording anew failed: the files keep them. */
function findKept(runs: readonly RecordedRun[], files: DraftFiles): Set<string> {
  const known = new Set(listKnownTasks(files).map(({ task_id }) => task_id))
  const failed = runs.filter(({ trace }) => trace.failure !== undefined || !trace.calls.some(hasSucceeded))
  return new Set(failed.map(({ trace }) => trace.task_id).filter((name) => known.has(name)))
}

/** Which own tools ran, and which were simulated. */
function sortCalledTools(
  runs: readonly RecordedRun[],
  tools: readonly SessionTool[],
): NonNullable<DraftReport['own']> {
  const called = new Set(runs.flatMap(({ trace }) => trace.calls.map(({ tool_name }) => tool_name)))
  const listCalled = (isSimulated: boolean): string[] =>
    tools.flatMap((tool) =>
      called.has(tool.name) && (tool.isSimulated ?? false) === isSimulated ? tool.name : [],
    )
  const handOffs = runs.flatMap(({ upstream }) => [...upstream.handOffs])
  return { ran: [...listCalled(false), ...handOffs], simulated: listCalled(true) }
}

/**
 * Runs an agent on its real API or its own tools, once a prompt, and writes suite and recording.
 *
 * @param registry What answers for tools that are never called while recording, and for own tools with a simulator
 * @throws TracewrightError if there is no route, own tool or prompt, or a file cannot be written
 */
export async function recordRuns(
  options: RecordOptions,
  registry: Registry,
  own?: RecordedOwnTools,
): Promise<DraftReport> {
  const { suite, redact = [], seed, root } = options
  const isOwn = own !== undefined
  const routes = isOwn ? [] : listRoutes(options)
  const routedTools = collectTools(routes, registry)
  const files = openDraft(suite, await readWrittenTasks(resolve(root ?? '.', suite)), root)
  const prompts = listPrompts(options, files)
  const secrets = new Set<string>()
  const createRedactor = (): Redactor => new Redactor(redact, [...listEnvironmentSecrets(), ...secrets])
  const names = new TaskNames(listKnownTasks(files))
  const runPrompt = createRunner(options, routedTools, registry, own)
  const runs = await runBehindRoutes(options, routes, async () => {
    const done: RecordedRun[] = []
    for (const prompt of prompts) {
      // The name is made of words that are written: a secret is masked before.
      const task_id = names.assignName(createRedactor().text(prompt))
      done.push(await runPrompt(prompt, task_id, secrets))
    }
    return done
  })
  const redactor = createRedactor()
  const tools = isOwn ? describeOwnTools(own, runs, registry, redactor) : routedTools
  const kept = findKept(runs, files)
  const clean = runs.map((run) => redactSession(buildSession(run, tools, isOwn), redactor))
  const whole = clean.filter(({ task_id }) => !kept.has(task_id))
  const report = draftInto(files, whole, seed, isOwn ? registry : undefined)
  for (const { task_id, problems } of clean) {
    if (!kept.has(task_id)) continue
    const text = `the files keep what was recorded before: ${problems.join(' ') || 'no call succeeded.'}`
    report.questions.push({ kind: 'incomplete', text, places: [{ task_id }] })
  }
  return { ...report, kept: kept.size, ...(isOwn ? { own: sortCalledTools(runs, tools) } : {}) }
}
