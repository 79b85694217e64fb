import { answerCall, type CallAnswer } from '../network/answer-call.ts'
import { ToolAddress } from '../network/tool-address.ts'
import { drain } from '../run/attempt/drain.ts'
import { type OpenAttempt, openAttempt } from '../run/attempt/open-attempt.ts'
import { buildTrace } from '../run/attempt/run-attempt.ts'
import { ScriptedUser } from '../run/attempt/scripted-user.ts'
import { type AttemptTask, chooseSeed, placeAttempt } from '../run/worlds.ts'
import type { AgentReply, Approval, InvokeOptions } from '../schema/agent.ts'
import type { Message } from '../schema/conversation.ts'
import type { TaskScore } from '../schema/score.ts'
import type { Task } from '../schema/task.ts'
import type { AttemptTools } from '../schema/tools.ts'
import type { Trace } from '../schema/trace.ts'
import { scoreInWorld } from '../scoring/score.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { maskTexts } from '../shared/redact/texts-masked.ts'
import { waitUntilSettled } from '../shared/timer.ts'
import { openWorlds } from '../tasks/task-worlds.ts'
import type { Registry } from '../tools/registry.ts'
import { findUnansweredCall } from '../tools/unanswered-call.ts'
import { createTraceRedactor, redactTrace } from '../trace/redact-trace.ts'
import { RefusedRequest } from './refused-request.ts'

export interface RunSpec {
  /** The task that it is an attempt at; without one nothing is judged. */
  attempted?: AttemptTask | undefined
  tools: readonly string[]
  seed: number
  attempt: number
  agent: string
}

/** An attempt at a task as Vitest makes it: in the same world, with the same faults and attacks. */
export async function buildSpecOfTask(
  given: Task,
  registry: Registry,
  attempt: number,
  agent: string,
): Promise<RunSpec> {
  const attempted = await placeAttempt(openWorlds(given, registry), chooseSeed(given, attempt, registry))
  const { task, seed } = attempted.here
  return { attempted, tools: task.available_tools, seed, attempt, agent }
}

export interface RunEnd {
  reply: AgentReply
  /** Why the agent did not come to its end. */
  failure?: string | undefined
}

export interface EndedRun {
  trace: Trace
  /** Null where the run has no task, or where a call got no answer. */
  verdict: TaskScore | null
  /** Why a run with a task has no verdict. */
  unjudged?: string
}

/**
 * What is told of a run that was ended.
 *
 * @param isWhole Whether the caller may read what the task expects, which the verdict holds
 */
export const endDocument = (
  { trace, verdict, unjudged }: EndedRun,
  isWhole: boolean,
): Record<string, unknown> => ({
  solved: verdict?.solved ?? null,
  ...(unjudged === undefined ? {} : { unjudged }),
  // A run without a task expects nothing.
  ...(isWhole || (verdict === null && unjudged === undefined) ? { trace, verdict } : {}),
})

/** One run of an agent that is somewhere else: a world of its own, and the record of its calls. */
export class ServedRun {
  readonly spec: RunSpec
  /** The tools as the agent is shown them. */
  readonly shown: ReturnType<AttemptTools['shown']>
  private readonly attempt: OpenAttempt
  private readonly maxCalls: number
  private readonly address = new ToolAddress()
  /** Kept apart from the run's own: who can call tools must not reach the end of the run. */
  private readonly toolAddress = new ToolAddress()
  private readonly opened = performance.now()
  private readonly script: ScriptedUser
  /** What was said so far, of a task with several turns. */
  private readonly said: Message[]
  private ending: Promise<EndedRun> | undefined
  private isOver = false

  constructor(spec: RunSpec, registry: Registry, maxCalls: number) {
    this.spec = spec
    const asked = spec.attempted?.here ?? { task_id: 'none', prompt: '', available_tools: [...spec.tools] }
    this.attempt = openAttempt(asked, spec.seed, registry, {})
    this.shown = this.attempt.context.tools.shown(spec.tools)
    this.maxCalls = maxCalls
    const { turns = [], prompt = '' } = spec.attempted?.here.task ?? {}
    this.script = new ScriptedUser(turns)
    this.noteTurn()
    this.said = [{ role: 'user', content: prompt }]
  }

  /** Names the run; it cannot be guessed. */
  get id(): string {
    return this.address.token
  }

  /** Names the run to who calls its tools, and nothing else; it cannot be guessed. */
  get callKey(): string {
    return this.toolAddress.token
  }

  get calls(): number {
    return this.attempt.context.recorder.begun
  }

  /**
   * Calls a tool. The call starts now; its arguments may still be on their way.
   *
   * @param body Gives the arguments as JSON text
   * @throws RefusedRequest where the run takes no more calls, or what `body` throws
   */
  async call(
    tool: string,
    body: () => Promise<string>,
    { callId, turn }: InvokeOptions = {},
  ): Promise<CallAnswer> {
    this.mayCall(tool)
    const { recorder } = this.attempt.context
    const id = recorder.begin(tool, {}, dropUndefinedFields({ turn, frameworkId: callId }))
    try {
      const text = await body()
      await waitUntilSettled()
      if (this.isOver) throw this.createGoneError(tool)
      return answerCall(tool, text, id, this.attempt.context)
    } catch (error) {
      if (error instanceof RefusedRequest)
        recorder.settle(id, {}, { status: error.status, ...error.body, committed: false })
      throw error
    } finally {
      // Before the answer leaves: what the caller does next comes after it.
      recorder.end(id)
    }
  }

  /**
   * Tells the user what the agent replied.
   *
   * @returns What they say next; null where they have nothing more to say
   * @throws RefusedRequest where the run has ended
   */
  reply(answer: string): string | null {
    if (this.ending !== undefined) throw new RefusedRequest(409, 'the run has ended already')
    this.said.push({ role: 'assistant', content: answer })
    const content = this.script.takeNext()
    this.noteTurn()
    if (content === undefined) return null
    this.said.push({ role: 'user', content })
    return content
  }

  approve(): Approval {
    if (this.ending !== undefined) throw new RefusedRequest(409, 'the run has ended already')
    const approval = this.script.approve()
    this.noteTurn()
    return approval
  }

  private noteTurn(): void {
    if (this.spec.attempted?.here.task.turns !== undefined)
      this.attempt.context.recorder.userTurn = this.script.turn
  }

  private mayCall(tool: string): void {
    if (this.ending !== undefined) throw this.createGoneError(tool)
    if (this.calls >= this.maxCalls)
      throw new RefusedRequest(429, `the run has made ${this.maxCalls} calls, the limit`)
  }

  private createGoneError(tool: string): RefusedRequest {
    return new RefusedRequest(410, `the run has ended, so the call of ${JSON.stringify(tool)} is refused`)
  }

  /** Ends the run, once, and judges it where it has a task. Calls on their way are waited for. */
  end(how: RunEnd): Promise<EndedRun> {
    if (this.ending !== undefined) throw new RefusedRequest(409, 'the run has ended already')
    this.ending = this.close(how)
    return this.ending
  }

  /** What became of it; undefined while it is open. */
  get ended(): Promise<EndedRun> | undefined {
    return this.ending
  }

  /** Why the conversation is not over, although the agent ended it; undefined where the user has said all. */
  private cutShort(): string | undefined {
    const { unsaid } = this.script
    return unsaid === 0
      ? undefined
      : `the run ended while the user still had ${unsaid === 1 ? 'a message' : `${unsaid} messages`} left to say`
  }

  private maskAddresses(trace: Trace): Trace {
    return this.address.mask(this.toolAddress.mask(trace))
  }

  private async close({ reply, failure = this.cutShort() }: RunEnd): Promise<EndedRun> {
    const { attempted, attempt, agent } = this.spec
    const task = attempted?.here.task
    const duration = Math.round((performance.now() - this.opened) * 1000) / 1000
    const { context, world, attacks } = this.attempt
    await drain(context.recorder)
    this.isOver = true
    const { exceptions: _, ...trace } = this.maskAddresses(
      buildTrace({ name: agent }, task ?? { task_id: 'none' }, { ...context, world, attacks }, attempt, {
        reply,
        conversation: task?.turns === undefined ? undefined : this.said,
        duration,
        ...(failure === undefined ? {} : { failure: { thrown: failure } }),
      }),
    )
    const redactor = createTraceRedactor(trace, task?.prompt)
    const redacted = redactTrace(trace, redactor)
    if (attempted === undefined) return { trace: redacted, verdict: null }
    const unanswered = findUnansweredCall(trace)
    if (unanswered !== undefined)
      return { trace: redacted, verdict: null, unjudged: redactor.text(unanswered) }
    const score = scoreInWorld(attempted.here, trace)
    const verdict = { ...score, warnings: [...score.warnings, ...attempted.warnings] }
    return { trace: redacted, verdict: maskTexts(verdict, redactor) }
  }
}
