import { performance } from 'node:perf_hooks'
import {
  type AttemptContext,
  begin,
  type ModelTraffic,
  runAsAttempt,
  type Traffic,
} from '../../network/context.ts'
import { type EndpointWatch, watchEndpoint } from '../../network/model-endpoint.ts'
import type { Upstream } from '../../network/routes/upstream.ts'
import type { Agent, AgentReply, AgentRequest, CalibrationAgent } from '../../schema/agent.ts'
import type { Message } from '../../schema/conversation.ts'
import type { FaultRule } from '../../schema/fault.ts'
import type { InjectionRule } from '../../schema/injection.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import type { Trace } from '../../schema/trace.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { clearTimeout, MAX_TIMER_MS, setTimeout } from '../../shared/timer.ts'
import type { AttackPlan } from '../../tools/injections/attack-plan.ts'
import type { Registry } from '../../tools/registry.ts'
import type { World } from '../../tools/world/world.ts'
import { listExceptions } from '../../trace/exceptions.ts'
import {
  findUnofferedCalls,
  indexTurns,
  listCallIds,
  listModels,
  readAnswerFields,
  sumMessageUsage,
} from '../../trace/messages.ts'
import { assignSaidTurns } from '../../trace/said-turns.ts'
import { createAgentTools, type Wire } from './agent-tools.ts'
import { AttemptConversation, selectMessages } from './conversation.ts'
import { drain } from './drain.ts'
import { createLateReport } from './late-report.ts'
import { openAttempt, readAttacks, type TaskRequest } from './open-attempt.ts'

/** How one attempt is run. */
export interface AttemptOptions {
  /** World to act on; a fresh one of the task's seed by default. */
  world?: World
  /** Simulators to call; those that are served in this run by default. */
  registry?: Registry
  /** Number of the attempt, from 0. */
  attempt?: number
  /** Time for the agent in milliseconds; 60,000 by default. */
  timeout?: number
  /** Aborts the attempt from outside. */
  signal?: AbortSignal
  /**
   * How the `invoke` of a tool calls it: by a request, which msw answers, or `direct` in this process, which is faster and
   * leaves the same trace. Requests of the agent's own are answered by msw all the same. Default `http`.
   */
  wire?: Wire
  /** What goes wrong with the agent's calls on purpose, in place of what the task says. Default: what it says. */
  faults?: readonly FaultRule[] | undefined
  /** Attacks that the agent is shown, in place of what the task says. Default: what it says. */
  injections?: readonly InjectionRule[] | undefined
  /** What becomes of the agent's requests to others than the tools; they are let through by default. */
  traffic?: Traffic | undefined
  /**
   * Told of each tool that is called after the attempt is over, once a tool. By default the process is warned where the
   * agent had returned. The trace says so as well, in `late`, for as long as it is held in memory.
   */
  onLate?: ((tool: string) => void) | undefined
}

interface RecordedAttemptOptions extends AttemptOptions {
  registry: Registry
  /** Passes requests that a route takes on to the real API; simulators answer them by default. */
  upstream?: Upstream | undefined
}

const DEFAULT_TIMEOUT = 60_000

export interface AttemptResult {
  trace: Trace
  world: World
  /** What the agent threw, or that its time was over. */
  thrown: unknown
  /** Why the model's endpoint failed, where its last request did. */
  outage: string | undefined
}

/** Settles like the promise, or rejects when the signal aborts first. */
function waitUnlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** What an agent gave back or threw. */
export interface AgentOutcome {
  reply: AgentReply
  /** What was said, of a task with several turns. */
  conversation?: readonly Message[] | undefined
  /** Milliseconds that the agent took. */
  duration: number
  failure?: { thrown: unknown }
  /** Whether it was stopped: by its time or from outside. */
  stopped: boolean
}

/** Shared, because each one holds the stack that it was made on. */
const OVER = new DOMException('The attempt is over.', 'AbortError')

function runCalibrationAgent(
  agent: CalibrationAgent,
  request: AgentRequest,
  here: TaskInWorld | undefined,
): ReturnType<CalibrationAgent['run']> {
  if (here !== undefined) return agent.run(request, here.task, here)
  throw new TracewrightError(`Failed to run ${agent.name}: expected a task with an expected trace.`)
}

/** Runs the agent until it returns, throws or is out of time, and waits for the calls that it had on their way. */
async function runAgent(
  agent: Agent | CalibrationAgent,
  task: TaskRequest,
  here: TaskInWorld | undefined,
  context: AttemptContext,
  endpoint: EndpointWatch,
  options: Required<Pick<AttemptOptions, 'attempt' | 'timeout' | 'wire'>> & Pick<AttemptOptions, 'signal'>,
): Promise<AgentOutcome> {
  const { attempt, timeout, signal, wire } = options
  const controller = new AbortController()
  const abort = (reason: unknown): void => {
    endpoint.close()
    controller.abort(reason)
  }
  const abortOutOfTime = (): void => abort(new Error(`no answer within ${timeout} ms (\`timeout\`)`))
  const timer = setTimeout(abortOutOfTime, Math.min(timeout, MAX_TIMER_MS))
  const over = controller.signal
  // Not AbortSignal.any: it costs an idle attempt more than all that it waits for.
  const stop = (): void => abort(signal?.reason)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  const started = performance.now()
  const tools = createAgentTools(task.available_tools, context, wire)
  const talk = new AttemptConversation({
    task: selectMessages(agent, task),
    user: 'calibration' in agent ? undefined : agent.user,
    tools,
    signal: over,
    attempt,
    onTurn: (turn) => {
      context.recorder.userTurn = turn
    },
  })
  const outcome: AgentOutcome = { reply: {}, duration: 0, stopped: false }
  try {
    const running = runAsAttempt(context, () =>
      talk.run(async (request) =>
        'calibration' in agent ? runCalibrationAgent(agent, request, here) : agent.run(request),
      ),
    )
    await waitUnlessAborted(running, over)
  } catch (thrown) {
    outcome.failure = { thrown }
  }
  outcome.reply = talk.reply
  outcome.conversation = talk.messages
  outcome.duration = Math.round((performance.now() - started) * 1000) / 1000
  // Where the agent blocks its thread, the timer never fires.
  if (outcome.failure === undefined && outcome.duration >= timeout) {
    abortOutOfTime()
    outcome.failure = { thrown: over.reason }
  }
  outcome.stopped = over.aborted
  clearTimeout(timer)
  // Calls on their way may hang on the signal; those of an agent that was stopped are late.
  if (!outcome.stopped) await drain(context.recorder)
  signal?.removeEventListener('abort', stop)
  abort(OVER)
  return outcome
}

/**
 * Runs an agent on a task once, and records what it did. An exception of the agent and a time-out end the attempt; they
 * are part of the trace, not thrown.
 *
 * @throws TracewrightError for faults or attacks that are not well formed, ExpansionError where the task has no expected
 * trace in the world
 */
export async function runAttempt(
  agent: Agent | CalibrationAgent,
  asked: TaskRequest | TaskInWorld<Registry>,
  options: RecordedAttemptOptions,
): Promise<AttemptResult> {
  const {
    world,
    registry,
    attempt = 0,
    timeout = DEFAULT_TIMEOUT,
    signal,
    wire = 'http',
    onLate,
    ...plans
  } = options
  const seed = 'written' in asked ? asked.seed : (asked.world?.seed ?? 0)
  const { task, here, world: opened, attacks, context } = openAttempt(asked, world ?? seed, registry, plans)
  const endpoint = watchEndpoint(context)
  const end = begin(context)
  let report = createLateReport({ task_id: task.task_id }, onLate)
  try {
    const limits = { attempt, timeout, wire, ...(signal && { signal }) }
    const outcome = await runAgent(agent, task, here, context, endpoint, limits)
    await plans.traffic?.waitForReplies?.()
    const trace = context.address.mask(
      buildTrace(agent, task, { ...context, world: opened, attacks }, attempt, outcome),
    )
    // A stopped agent may still call tools: that is not a missing await.
    report = createLateReport(trace, onLate ?? (outcome.stopped ? () => {} : undefined))
    return { trace, world: opened, thrown: outcome.failure?.thrown, outage: endpoint.outage }
  } finally {
    end(report)
  }
}

/** Ids of the calls of each turn: those of the messages or, without messages, of the observed replies of models. */
const readTurnIds = (messages: readonly unknown[], modelTraffic: ModelTraffic | undefined): string[][] =>
  messages.length > 0 || modelTraffic === undefined
    ? listCallIds(messages)
    : modelTraffic.turns.map((calls) => calls.flatMap(({ id }) => id ?? []))

/** The trace of an attempt whose agent is done. Without `available_tools` every call counts as one of the task's tools. */
export function buildTrace(
  agent: Pick<Agent, 'name'>,
  { task_id, available_tools }: Pick<TaskRequest, 'task_id'> & Partial<Pick<TaskRequest, 'available_tools'>>,
  {
    recorder,
    refused,
    world,
    traffic,
    attacks,
  }: Pick<AttemptContext, 'recorder' | 'refused' | 'traffic'> & {
    world: Pick<World, 'seed'>
    attacks?: AttackPlan | undefined
  },
  attempt: number,
  { reply, conversation, duration, failure }: Omit<AgentOutcome, 'stopped'>,
): Trace {
  const messages = reply.messages ?? []
  // What went over the wire counts every request, also those of a retry that no message tells of.
  const observed = traffic?.readTraffic?.()
  const modelTraffic = observed !== undefined && observed.usage.model_calls > 0 ? observed : undefined
  const usage = { ...(modelTraffic?.usage ?? sumMessageUsage(messages)), ...reply.usage }
  // A library names a model that it does not know by an empty text.
  const models = (reply.models ?? modelTraffic?.models ?? listModels(messages)).filter((name) => name !== '')
  const calls = recorder.finish(indexTurns(reply.turns ?? readTurnIds(messages, modelTraffic)))
  const { invented, ownTools } =
    available_tools === undefined
      ? { invented: [], ownTools: [] }
      : findUnofferedCalls(messages, available_tools, calls)
  return {
    task_id,
    calls: [
      ...(modelTraffic === undefined ? calls : assignSaidTurns(calls, modelTraffic.turns)),
      ...invented,
    ],
    ...readAnswerFields(reply),
    ...(conversation && { conversation: [...conversation] }),
    usage,
    duration_ms: duration,
    agent: agent.name,
    ...(models.length === 0 ? {} : { models }),
    seed: world.seed,
    attempt,
    ...(failure === undefined
      ? {}
      : { failure: describeThrown(failure.thrown), exceptions: listExceptions(failure.thrown) }),
    ...(refused.length > 0 ? { refused } : {}),
    ...(ownTools.length > 0 ? { own_tools: ownTools } : {}),
    ...readAttacks(attacks),
  }
}
