import type { ToolResult, Tools } from '../../schema/tools.ts'
import { isDebugged } from '../../shared/debugger.ts'
import { findNearestName } from '../../shared/did-you-mean.ts'
import { describeThrown } from '../../shared/errors.ts'
import { copyJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import { nextTurn } from '../../shared/timer.ts'
import { adviseOnTool } from '../../shared/tool-advice.ts'
import { CallAnswers, NO_STORES } from './call-answers.ts'
import { captureCaller, limitStack, placeError } from './call-place.ts'
import { describeFailure } from './describe-failure.ts'
import {
  buildCallKey,
  type CallableTools,
  type Caller,
  type FunctionCall,
  type FunctionRun,
  type FunctionTask,
  type RunPlan,
} from './function-run.ts'
import { ApplicationError } from './live-application.ts'
import { PENDING } from './live-result.ts'
import { copyWritten, listLeaves, readExample, type Written } from './markers.ts'
import { CallPromise, describeIdleCall, type PendingCall } from './pending-call.ts'
import { ReferenceFunctionError, Refused } from './reference-error.ts'
import { limitRun, MAX_RUN_MS } from './run-time.ts'
import {
  createReferenceRng,
  type RunContext,
  readRunContext,
  replaceGlobalsDuring,
  runInContext,
} from './world-time.ts'

const MAX_CALLS = 200
/** A call that may still be on its way. */
type OpenCall = { -readonly [Field in keyof FunctionCall]: FunctionCall[Field] }

/**
 * Lets the calls after it wait for a message of the user. The prompt is message 1, the first of `turns` message 2.
 *
 * @example
 * await turn(2)
 */
export function turn(message: number): Promise<void> {
  const { waitForTurn } = readRunContext() ?? {}
  if (waitForTurn === undefined)
    throw placeError(
      'turn() is called where no task runs: call it within the function of a task',
      captureCaller(turn),
    )
  return waitForTurn(message)
}

/** Runs a function over the tools of one world, and keeps what it calls. */
class FunctionRunner {
  private readonly calls: OpenCall[] = []
  private readonly undefinedAt: string[] = []
  private returned: Written | undefined
  private failure: ReferenceFunctionError | undefined
  private state: Json | undefined
  private pendingAtEnd = 0
  private startedAt = 0
  private turn = 1
  private readonly pending: PendingCall[] = []
  private readonly counts = new Map<string, number>()
  private readonly plan: RunPlan
  private readonly answers: CallAnswers
  private isOver = false
  private isEndless = false
  private stop: (error: ReferenceFunctionError) => void = () => {}
  private endTime: () => void = () => {}
  private world: { now: number; rng: Rng } | undefined

  constructor(plan: RunPlan) {
    this.plan = plan
    this.answers = new CallAnswers(plan)
  }

  private offerTools(): CallableTools {
    const offered: Record<string, CallableTools[string]> = {}
    for (const name of this.plan.task.available_tools) offered[name] = this.createCaller(name)
    return new Proxy(Object.freeze(offered), {
      // What `await` and JSON ask of any object is not a tool. Any other name says which tool is missing once it is called.
      get: (target, name) =>
        name in target || typeof name !== 'string' || name === 'then' || name === 'toJSON'
          ? (Reflect.get(target, name) as CallableTools[string])
          : this.createCaller(name),
    })
  }

  private createCaller(tool: string): (args?: object) => Promise<unknown> {
    const caller = (given: object = {}): Promise<unknown> =>
      this.start(tool, caller, (from) => {
        const call = this.beginCall(tool, given, from)
        const finish = (result: ToolResult) => {
          this.endCall(call, result)
          return () => this.handOver(call)
        }
        const result = this.answers.answer(call, this.calls)
        return result instanceof Promise ? result.then(finish) : finish(result)
      })
    return caller
  }

  /**
   * Starts something that the function has to await.
   *
   * @param caller What the suite calls, whose place is named in errors
   * @param act Acts at once, and returns what the function gets later
   */
  private start<T>(
    name: string,
    caller: (...args: never[]) => unknown,
    act: (from: Caller | undefined) => (() => T) | Promise<() => T>,
  ): Promise<T> {
    if (this.isOver) return new Promise(() => {})
    const from = this.plan.hasDetails ? captureCaller(caller) : undefined
    // The run ends, and the function is left where it waits: a `catch` of it cannot undo a fault of the suite.
    const stop = (error: unknown): void => this.stop(placeError(describeThrown(error), from))
    const promise = CallPromise.start(() => act(from), stop)
    this.pending.push({ tool: name, caller: from, promise })
    return promise
  }

  /** Has later calls wait for a message of the user. */
  private waitForTurn(number: number): Promise<void> {
    return this.start('turn', turn, () => {
      const { messages = 1 } = this.plan.task
      const wrong =
        messages === 1
          ? 'the task has no `turns`; add them to its options'
          : !Number.isInteger(number) || number < 2 || number > messages
            ? `the messages after the prompt are ${messages === 2 ? 'message 2' : `2 to ${messages}`}`
            : number < this.turn
              ? `the function is at message ${this.turn} already; write messages in their order`
              : undefined
      if (wrong !== undefined) throw new ReferenceFunctionError(`turn(${number}) cannot be awaited: ${wrong}`)
      this.turn = number
      return () => undefined
    })
  }

  /** Of a called and an offered name, the one without a simulator is misspelt. */
  private describeUnoffered(tool: string): string {
    const { task, tools } = this.plan
    const isReal = (name: string): boolean => tools.get(name) !== undefined
    const others = task.available_tools.filter((name) => isReal(name) !== isReal(tool))
    const near = findNearestName(tool, others)
    const guess = isReal(tool) ? `, which name "${near}": write "${tool}"` : `; did you mean "${near}"?`
    return `${tool} is not among the task's tools${near === undefined ? '' : guess}`
  }

  /** @throws ReferenceFunctionError for a call that no suite may make */
  private beginCall(tool: string, given: object, caller: Caller | undefined): OpenCall {
    const { task, tools, how, hasDetails } = this.plan
    if (!task.available_tools.includes(tool)) throw new ReferenceFunctionError(this.describeUnoffered(tool))
    if (tools.get(tool) === undefined)
      throw new ReferenceFunctionError(`the tool "${tool}" has no simulator. ${adviseOnTool()}`)
    if (this.calls.length >= MAX_CALLS)
      throw new ReferenceFunctionError(`the function makes more than ${MAX_CALLS} calls`)
    const undefinedAt: string[] = []
    const written = copyWritten(given, `an argument of ${tool}`, undefinedAt)
    const index = this.calls.length
    how?.fields?.noteCall(index)
    const own = readExample(written) as JsonObject
    const args = how?.reword?.(index, own, this.calls) ?? own
    const nth = this.counts.get(tool) ?? 0
    this.counts.set(tool, nth + 1)
    const { turn } = this
    const key = buildCallKey(tool, args)
    const touched = hasDetails ? new Set<string>() : NO_STORES
    // Written out: a spread in this place takes longer than all the rest of a call.
    const call = {
      tool,
      args,
      nth,
      key,
      index,
      written,
      undefinedAt,
      caller,
      turn,
      touched,
      result: PENDING,
      output: null,
    }
    this.calls.push(call)
    return call
  }

  private endCall(call: OpenCall, result: ToolResult): void {
    call.result = result
    if (result.ok) call.output = this.plan.exchange?.outputs.get(call.index) ?? result.output
  }

  /** What the function gets. @throws Refused where the tool refuses the call */
  private handOver({ tool, result, output }: FunctionCall): Json {
    if (!result.ok) throw limitStack(0, () => new Refused(tool, result.status, result.error))
    const copy = copyJson(output)
    return this.plan.how?.fields?.watch(tool, copy) ?? copy
  }

  /** Runs the function. What comes of it is known once {@link close} has looked for calls that come late. */
  async perform(): Promise<void> {
    const { task, tools, seed, exchange, how } = this.plan
    const { live } = task
    const run = (): Promise<Written | undefined> => task.watch?.(() => this.finish()) ?? this.finish()
    const runInRunContext = (): Promise<Written | undefined> => runInContext(this.createContext(), run)
    try {
      if (live === undefined || exchange !== undefined)
        this.returned = await (how?.runInTime?.(runInRunContext) ?? runInRunContext())
      else {
        const liveTools = task.available_tools.filter((name) => this.answers.isLive(name))
        const left = await live.runInWorld(
          { seed, tools: liveTools, runInTime: how?.runInTime },
          runInRunContext,
        )
        this.returned = left.value
        this.state = left.state
      }
    } catch (error) {
      if (error instanceof ApplicationError) throw error
      const idle = this.pending.find(({ promise }) => !promise.isAwaited)
      this.failure =
        idle !== undefined && error instanceof TypeError
          ? describeIdleCall(idle, describeThrown(error))
          : describeFailure(error, this.calls, tools)
      if (this.isEndless) throw this.failure
    } finally {
      this.endTime()
    }
    this.pendingAtEnd = this.pending.length
  }

  /** Time and random values are the world's; over live tools they are the application's, or those of the run. */
  private createContext(): RunContext {
    const own = {
      waitForTurn: (message: number) => this.waitForTurn(message),
      checkTime: (caller: (...args: never[]) => unknown) => this.checkTime(caller),
    }
    if (this.plan.task.live !== undefined) return own
    return { ...own, now: () => this.readWorld().now, rng: () => this.readWorld().rng }
  }

  /** The clock and the random numbers of the world, for what the function itself asks of them. */
  private readWorld(): { now: number; rng: Rng } {
    const { tools, seed } = this.plan
    this.answers.isOfWorld = true
    this.world ??= { now: tools.open(seed).clock.now, rng: createReferenceRng(seed) }
    return this.world
  }

  /** An error of a function that takes too long; it ends the task, as every further run would take as long. */
  private describeEndless(why: string, place: Caller | undefined): ReferenceFunctionError {
    const last = this.calls.at(-1)
    const where = last === undefined ? 'before its first call' : `after its call of ${last.tool}`
    const results = this.plan.exchange === undefined ? '' : ' with other results of its tools'
    this.isEndless = true
    return placeError(
      `the function does not end within ${MAX_RUN_MS} ms${results}, ${where}: ${why}`,
      place ?? last?.caller,
    )
  }

  /** @throws ReferenceFunctionError where the function loops */
  private checkTime(caller: (...args: never[]) => unknown): void {
    if (performance.now() - this.startedAt < MAX_RUN_MS || isDebugged()) return
    const error = this.describeEndless('it loops and makes dates', captureCaller(caller))
    this.stop(error)
    throw error
  }

  /** What the function returns, once it has ended in order. A loop that never waits is ended by the watch of the task. */
  private finish(): Promise<Written | undefined> {
    this.startedAt = performance.now()
    return new Promise((resolve, reject) => {
      this.stop = reject
      this.endTime = limitRun(() => reject(this.describeEndless('it awaits what never settles', undefined)))
      void this.execute(resolve, reject)
    })
  }

  private async execute(
    resolve: (returned: Written | undefined) => void,
    reject: (error: unknown) => void,
  ): Promise<void> {
    try {
      const returned: unknown = await this.plan.task.reference(this.offerTools())
      const idle = this.pending.find(({ promise }) => !promise.isAwaited || !promise.isSettled)
      if (idle !== undefined) reject(describeIdleCall(idle))
      else resolve(returned === undefined ? undefined : copyWritten(returned, 'the answer', this.undefinedAt))
    } catch (error) {
      reject(error)
    }
  }

  /** Makes the run anew. */
  repeatInDetail(): Promise<FunctionRun> {
    return runFunction({ ...this.plan, hasDetails: true })
  }

  /** Whether anything that the function was given depends on the seed of its world. */
  get isOfWorld(): boolean {
    return this.answers.isOfWorld
  }

  /** The run, once it is over: calls that it makes from then on never end. */
  close(): FunctionRun {
    this.isOver = true
    const { seed, exchange, hasDetails } = this.plan
    const late = exchange === undefined ? this.pending[this.pendingAtEnd] : undefined
    if (late !== undefined) this.failure ??= describeIdleCall(late)
    const { calls, undefinedAt, failure, state } = this
    const { constants, readStores } = this.answers
    const answer = failure === undefined ? this.returned : undefined
    const steps = calls.filter(({ result }) => result.ok)
    const keys = answer === undefined ? '' : [...listLeaves(answer).keys()].join()
    const shape = `${steps.map(({ tool }) => tool).join('>')}|${keys}`
    const run = { seed, calls, steps, answer, undefinedAt, failure, readStores, shape, constants, hasDetails }
    return state === undefined ? run : { ...run, state }
  }
}

/**
 * Runs a reference function in the world of a seed.
 *
 * @throws ReferenceFunctionError where it does not end: every further run would take as long
 * @throws ApplicationError where the application of live tools fails
 */
export async function runFunction(plan: RunPlan): Promise<FunctionRun> {
  const runner = new FunctionRunner(plan)
  if (plan.exchange !== undefined || plan.task.live !== undefined) await runner.perform()
  else await replaceGlobalsDuring(() => runner.perform())
  // Calls that are still to come show by then.
  if (plan.exchange === undefined) await nextTurn()
  return runner.close()
}

/**
 * Runs a function in several worlds, and again in the first one. A run that looked at nothing of its world stands for
 * all of them. The first run alone has details.
 *
 * @throws as {@link runFunction} does
 */
export async function runInWorlds(
  task: FunctionTask,
  tools: Tools,
  seeds: readonly number[],
): Promise<{ runs: FunctionRun[]; again: FunctionRun }> {
  const constants = new Map<string, ToolResult>()
  const [first = 0, ...others] = seeds
  const one = new FunctionRunner({ task, tools, seed: first, constants, hasDetails: true })
  await one.perform()
  const rest = one.isOfWorld
    ? others.map((seed) => new FunctionRunner({ task, tools, seed, constants, hasDetails: false }))
    : []
  await performAll(rest)
  const again = new FunctionRunner({ task, tools, seed: first, hasDetails: true })
  await again.perform()
  // One turn for all of them.
  await nextTurn()
  const own = one.close()
  const further = one.isOfWorld
    ? rest.map((runner) => runner.close())
    : others.map((seed) => ({ ...own, seed }))
  return { runs: [own, ...further], again: again.close() }
}

/** A run that does not end ends the task: made again in detail, it says where it waits. */
async function performAll(runners: readonly FunctionRunner[]): Promise<void> {
  for (const runner of runners) {
    try {
      await runner.perform()
    } catch {
      await runner.repeatInDetail()
    }
  }
}
