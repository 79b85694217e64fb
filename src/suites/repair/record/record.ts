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
import { isRecorded, type Simulator } from '../../../tools/define-simulator.ts'
import { type Registry, registryOf } from '../../../tools/registry.ts'
import { readWrittenTasks } from '../../code/load.ts'
import { type DraftReport, draftInto, listKnownTasks, listTasks, openDraft } from '../draft/draft-files.ts'
import { redactSession, type Session, type SessionCall, type SessionTool } from '../draft/session.ts'
import { TaskNames } from '../draft/task-names.ts'

export interface RecordOptions {
  agent: Agent
  /**
   * What the agent is asked, one after the other. By default the prompts of the tasks that the suite has, which are
   * recorded again.
   */
  prompts?: readonly string[]
  /** Suite file to write, `shop.suite.jsonl`; the recording is `shop.recording.json` beside it. */
  suite: string
  /** Routes whose requests pass to the real API. Default those of the plugin's option. */
  routes?: readonly Route[]
  /** Names of fields, or patterns of texts, that are masked beside what is known to be secret. */
  redact?: readonly Redact[]
  /** World that the tasks run in. Default 1; with 0 every attempt replays what the API answered. */
  seed?: number
  /** Time for the agent at each prompt in milliseconds. Default 60,000. */
  timeout?: number
  /** Hosts that may be reached beside those of the routes, such as a model's. */
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

function findProblems({ failure, refused = [] }: Trace, upstream: Upstream): string[] {
  const opaque = [...upstream.passed.values()].filter(({ body }) => body === undefined)
  return [
    ...(failure === undefined ? [] : [`the agent failed: ${failure}; repair it and record again.`]),
    ...refused.map(
      (address) => `${address} was refused, because no route takes it; add a route and record again.`,
    ),
    ...opaque.map(
      ({ route, type }) =>
        `${route.on} answered with ${type || 'bytes'} that are not text, so they are not kept.`,
    ),
  ]
}

const buildSession = (
  task_id: string,
  prompt: string,
  { trace, upstream, tools }: { trace: Trace; upstream: Upstream; tools: readonly SessionTool[] },
): Session => ({
  task_id,
  prompt,
  tools,
  calls: trace.calls.map(({ result: _, ...call }): SessionCall => {
    const told = upstream.passed.get(call.id)
    return { ...call, body: told?.body, type: told?.type }
  }),
  answer: trace.final_answer,
  problems: findProblems(trace, upstream),
})

/**
 * Runs an agent on its real API, once a prompt, and writes suite and recording.
 *
 * @param registry What answers for tools that are never called while recording
 * @throws TracewrightError where there is no route or prompt, or a file cannot be written
 */
export async function recordRuns(options: RecordOptions, registry: Registry): Promise<DraftReport> {
  const { agent, suite, redact = [], seed, timeout, allow = [], root, network = 'closed' } = options
  const routes = options.routes ?? listServedRoutes()
  if (routes.length === 0)
    throw new TracewrightError(
      'Failed to record: no routes say which requests are calls of tools. Write a module that exports ' +
        "[route('GET http://localhost:3000/orders/:id', { tool: 'get_order' })], a route for each tool, and name it in the option `routes`: docs/network.md#routes.",
    )
  const tools = collectTools(routes, registry)
  const files = openDraft(suite, await readWrittenTasks(resolve(root ?? '.', suite)), root)
  const asked = options.prompts ?? listTasks(files).map(({ prompt }) => prompt)
  const prompts = asked.filter((prompt) => prompt !== '')
  if (prompts.length === 0)
    throw new TracewrightError(
      `Failed to record: no prompt was given, and ${suite} has no tasks yet. Add --prompt.`,
    )
  const routesBefore = listServedRoutes()
  serveRoutes(routes)
  const hosts = routes.map(({ pattern }) => new URL(pattern.origin).hostname)
  if (network === 'closed') armGuard([...allow, ...hosts])
  intercept()
  await checkInterception()
  const createRedactor = (secrets: Iterable<string>): Redactor =>
    new Redactor(redact, [...listEnvironmentSecrets(), ...secrets])
  const names = new TaskNames(listKnownTasks(files))
  const sessions: Session[] = []
  const secrets = new Set<string>()
  /** Tasks that the suite has already, and whose recording anew failed. */
  const kept = new Set<string>()
  try {
    for (const prompt of new Set(prompts)) {
      const upstream = new Upstream()
      // The name is made of words that are written: a secret is masked before.
      const task_id = names.assignName(createRedactor(secrets).text(prompt))
      const asked = { task_id, prompt, available_tools: tools.map(({ name }) => name) }
      const attempt = { upstream, registry: registryOf([]), ...dropUndefinedFields({ timeout }) }
      const { trace } = await runAttempt(agent, asked, attempt)
      for (const secret of upstream.secrets) secrets.add(secret)
      sessions.push(buildSession(task_id, prompt, { trace, upstream, tools }))
      const isFailed = trace.failure !== undefined || !trace.calls.some(hasSucceeded)
      if (isFailed && listKnownTasks(files).some((one) => one.task_id === task_id)) kept.add(task_id)
    }
  } finally {
    serveRoutes(routesBefore)
  }
  const redactor = createRedactor(secrets)
  const clean = sessions.map((session) => redactSession(session, redactor))
  const whole = clean.filter(({ task_id }) => !kept.has(task_id))
  const report = draftInto(files, whole, seed)
  for (const { task_id, problems } of clean) {
    if (!kept.has(task_id)) continue
    const text = `the files keep what was recorded before: ${problems[0] ?? 'no call succeeded.'}`
    report.questions.push({ kind: 'incomplete', text, places: [{ task_id }] })
  }
  return { ...report, kept: kept.size }
}
