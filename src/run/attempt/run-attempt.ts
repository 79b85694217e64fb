import { type AttemptContext, runAsAttempt, type Traffic } from '../../network/context.ts'
import type { Agent, AgentReply, CalibrationAgent } from '../../schema/agent.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { messageOf } from '../../shared/errors.ts'
import type { Registry } from '../../simulators/registry.ts'
import { servedRegistry } from '../../simulators/served.ts'
import { answerOf, modelsOf, turnsOf, usageOf } from '../../trace/messages.ts'
import { World } from '../../world/world.ts'
import { agentTools } from './agent-tools.ts'
import { HeardRecorder } from './heard-recorder.ts'

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
  /** What becomes of the agent's requests to others than the tools; they are let through by default. */
  traffic?: Traffic | undefined
}

const DEFAULT_TIMEOUT = 60_000

/** What the world had to say about an attempt, beside the trace. */
export interface Attempt {
  trace: Trace
  world: World
  /** What the agent threw, or that its time was over. */
  thrown: unknown
}

/** What an attempt needs of a task. Calibration agents need the whole one. */
export type Asked = Pick<Task, 'task_id' | 'prompt' | 'available_tools' | 'world'>

const replyOf = (reply: AgentReply | string | undefined): AgentReply =>
  typeof reply === 'string' ? { answer: reply } : (reply ?? {})

/** Settles like the promise, or rejects when the signal aborts first. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * Lets an agent work on a task once, over the wire, and records what it did. An exception of the agent and a
 * time-out end the attempt; they are part of the trace, not thrown.
 */
export async function runAttempt(
  agent: Agent | CalibrationAgent,
  task: Asked,
  {
    world,
    registry = servedRegistry(),
    attempt = 0,
    timeout = DEFAULT_TIMEOUT,
    signal,
    traffic,
  }: AttemptOptions = {},
): Promise<Attempt> {
  const context: AttemptContext = {
    name: task.task_id,
    world: world ?? new World(task.world?.seed ?? 0),
    registry,
    recorder: new HeardRecorder((id) => traffic?.callEnded(id)),
    refused: [],
    traffic,
  }
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(new Error(`no answer within ${timeout} ms`)), timeout)
  const over = signal === undefined ? clock.signal : AbortSignal.any([clock.signal, signal])
  const started = performance.now()
  let reply: AgentReply = {}
  let thrown: unknown
  let failed = false
  try {
    const request = {
      prompt: task.prompt,
      tools: agentTools(task.available_tools, context),
      signal: over,
      attempt,
    }
    const running = runAsAttempt(context, async () =>
      'calibration' in agent ? agent.run(request, task as Task) : (agent as Agent).run(request),
    )
    reply = replyOf(await orAborted(running, over))
  } catch (error) {
    thrown = error
    failed = true
  } finally {
    clearTimeout(timer)
    clock.abort()
  }
  const messages = reply.messages ?? []
  const usage = { ...usageOf(messages), ...reply.usage }
  const models = reply.models ?? modelsOf(messages)
  const trace: Trace = {
    task_id: task.task_id,
    calls: context.recorder.finish(turnsOf(messages)),
    final_answer: reply.answer ?? answerOf(messages),
    usage,
    duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
    agent: agent.name,
    ...(models.length === 0 ? {} : { models: [...models] }),
    seed: context.world.seed,
    attempt,
    ...(failed ? { failure: messageOf(thrown) } : {}),
    ...(context.refused.length > 0 ? { refused: context.refused } : {}),
  }
  return { trace, world: context.world, thrown }
}
