import type { ToolResult, Tools } from '../../schema/tools.ts'
import { isDebugged } from '../../shared/debugger.ts'
import { findNearestName } from '../../shared/did-you-mean.ts'
import { describeThrown } from '../../shared/errors.ts'
import { copyJson, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { clearTimeout, nextTurn, setTimeout } from '../../shared/timer.ts'
import { adviseOnTool } from '../../shared/tool-advice.ts'
import { CallAnswers } from './call-answers.ts'
import { captureCaller, limitStack, placeError } from './call-place.ts'
import { describeFailure } from './describe-failure.ts'
import type {
  CallableTools,
  Caller,
  Exchange,
  FunctionCall,
  FunctionRun,
  FunctionTask,
  LiveHow,
} from './function-run.ts'
import { ApplicationError } from './live-application.ts'
import { PENDING } from './live-result.ts'
import { copyWritten, listLeaves, readExample, type Written } from './markers.ts'
import { CallPromise, describeIdleCall, type PendingCall } from './pending-call.ts'
import { ReferenceFunctionError, Refused } from './reference-error.ts'
import { createReferenceRng, readRunContext, replaceGlobalsDuring, runInContext } from './world-time.ts'

const MAX_CALLS = 200
/** Time of one run in milliseconds. */
export const MAX_RUN_MS = 10_000

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
  private readonly task: FunctionTask
  private readonly tools: Tools
  private readonly seed: number
  private readonly exchange: Exchange | undefined
  private readonly how: LiveHow
  private readonly answers: CallAnswers
  private isOver = false
  private isEndless = false
  private stop: (error: ReferenceFunctionError) => void = () => {}

  constructor(
    task: FunctionTask,
    tools: Tools,
    seed: number,
    exchange: Exchange | undefined,
    how: LiveHow,
    constants?: FunctionRun['constants'],
  ) {
    this.answers = new CallAnswers(task, tools, seed, exchange, how, constants)
    this.how = how
    this.task = task
    this.tools = tools
    this.seed = seed
    this.exchange = exchange
  }

  private offerTools(): CallableTools {
    const offered = Object.fromEntries(
      this.task.available_tools.map((name) => [name, this.createCaller(name)]),
    )
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
          return () => {
            const output = copyJson(call.output)
            if (result.ok) return this.how.fields?.watch(tool, output) ?? output
            throw limitStack(0, () => new Refused(tool, result.status, result.error))
          }
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
    const from = this.exchange === undefined ? captureCaller(caller) : undefined
    const promise = new CallPromise<T>((resolve, reject) => {
      // The run ends, and the function is left where it waits: a `catch` of it cannot undo a fault of the suite.
      const stop = (error: unknown): void => this.stop(placeError(describeThrown(error), from))
      let finish: (() => T) | Promise<() => T>
      try {
        finish = act(from)
      } catch (error) {
        stop(error)
        return
      }
      const settle = (finish: () => T): void => {
        promise.isSettled = true
        try {
          resolve(finish())
        } catch (error) {
          reject(error)
        }
      }
      if (finish instanceof Promise) return void finish.then(settle, stop)
      // Later than the end of a function that does not wait for it.
      const settleNow = settle.bind(undefined, finish)
      queueMicrotask(() => queueMicrotask(settleNow))
    })
    // Without a handler, a rejection that nobody waits for ends the process; the run reports it.
    Promise.prototype.then.call(promise, undefined, () => {})
    this.pending.push({ tool: name, caller: from, promise })
    return promise
  }

  /** Has later calls wait for a message of the user. */
  private waitForTurn(number: number): Promise<void> {
    return this.start('turn', turn, () => {
      const { messages = 1 } = this.task
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
    const isReal = (name: string): boolean => this.tools.get(name) !== undefined
    const others = this.task.available_tools.filter((name) => isReal(name) !== isReal(tool))
    const near = findNearestName(tool, others)
    const guess = isReal(tool) ? `, which name "${near}": write "${tool}"` : `; did you mean "${near}"?`
    return `${tool} is not among the task's tools${near === undefined ? '' : guess}`
  }

  /** @throws ReferenceFunctionError for a call that no suite may make */
  private beginCall(tool: string, given: object, caller: Caller | undefined): OpenCall {
    if (!this.task.available_tools.includes(tool))
      throw new ReferenceFunctionError(this.describeUnoffered(tool))
    if (this.tools.get(tool) === undefined)
      throw new ReferenceFunctionError(`the tool "${tool}" has no simulator. ${adviseOnTool()}`)
    if (this.calls.length >= MAX_CALLS)
      throw new ReferenceFunctionError(`the function makes more than ${MAX_CALLS} calls`)
    const undefinedAt: string[] = []
    const written = copyWritten(given, `an argument of ${tool}`, undefinedAt)
    const index = this.calls.length
    this.how.fields?.noteCall(index)
    const own = readExample(written) as JsonObject
    const args = this.how.reword?.(index, own, this.calls) ?? own
    const nth = this.counts.get(tool) ?? 0
    this.counts.set(tool, nth + 1)
    const { turn } = this
    const key = `${tool} ${stringifyStably(args)}`
    const touched = new Set<string>()
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
    const exchanged = result.ok ? this.exchange?.outputs.get(call.index) : undefined
    call.result = result
    call.output = exchanged ?? (result.ok ? result.output : null)
  }

  /** Runs the function. What comes of it is known once {@link close} has looked for calls that come late. */
  async perform(): Promise<void> {
    const { live } = this.task
    const { runInTime } = this.how
    const run = (): Promise<Written | undefined> => this.task.watch?.(() => this.finish()) ?? this.finish()
    const runInRunContext = (): Promise<Written | undefined> => runInContext(this.createContext(), run)
    try {
      if (live === undefined || this.exchange !== undefined)
        this.returned = await (runInTime ?? replaceGlobalsDuring)(runInRunContext)
      else {
        const liveTools = this.task.available_tools.filter((name) => this.answers.isLive(name))
        const left = await live.runInWorld({ seed: this.seed, tools: liveTools, runInTime }, runInRunContext)
        this.returned = left.value
        this.state = left.state
      }
    } catch (error) {
      if (error instanceof ApplicationError) throw error
      const idle = this.pending.find(({ promise }) => !promise.isAwaited)
      this.failure =
        idle !== undefined && error instanceof TypeError
          ? describeIdleCall(idle, describeThrown(error))
          : describeFailure(error, this.calls, this.tools)
      if (this.isEndless) throw this.failure
    }
    this.pendingAtEnd = this.pending.length
  }

  /** Time and random values are the world's; over live tools they are the application's, or those of the run. */
  private createContext(): NonNullable<ReturnType<typeof readRunContext>> {
    const waitForTurn = (message: number): Promise<void> => this.waitForTurn(message)
    const checkTime = (caller: (...args: never[]) => unknown): void => this.checkTime(caller)
    if (this.task.live !== undefined) return { waitForTurn, checkTime }
    const ofWorld = <T>(make: () => T): (() => T) => {
      const value = memoizeOnce(make)
      return () => {
        this.answers.isOfWorld = true
        return value()
      }
    }
    return {
      waitForTurn,
      checkTime,
      now: ofWorld(() => this.tools.open(this.seed).clock.now),
      rng: ofWorld(() => createReferenceRng(this.seed)),
    }
  }

  /** An error of a function that takes too long; it ends the task, as every further run would take as long. */
  private describeEndless(why: string, place: Caller | undefined): ReferenceFunctionError {
    const last = this.calls.at(-1)
    const where = last === undefined ? 'before its first call' : `after its call of ${last.tool}`
    const results = this.exchange === undefined ? '' : ' with other results of its tools'
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
      const timer = setTimeout(() => {
        if (!isDebugged()) reject(this.describeEndless('it awaits what never settles', undefined))
      }, MAX_RUN_MS)
      this.execute()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
  }

  private async execute(): Promise<Written | undefined> {
    const returned: unknown = await this.task.reference(this.offerTools())
    const idle = this.pending.find(({ promise }) => !promise.isAwaited || !promise.isSettled)
    if (idle !== undefined) throw describeIdleCall(idle)
    return returned === undefined ? undefined : copyWritten(returned, 'the answer', this.undefinedAt)
  }

  /** Whether anything that the function was given depends on the seed of its world. */
  get isOfWorld(): boolean {
    return this.answers.isOfWorld
  }

  /** The run, once it is over: calls that it makes from then on never end. */
  close(): FunctionRun {
    this.isOver = true
    const late = this.exchange === undefined ? this.pending[this.pendingAtEnd] : undefined
    if (late !== undefined) this.failure ??= describeIdleCall(late)
    const { seed, calls, undefinedAt, failure, state } = this
    const { constants, readStores } = this.answers
    const answer = failure === undefined ? this.returned : undefined
    const steps = calls.filter(({ result }) => result.ok)
    const keys = answer === undefined ? '' : [...listLeaves(answer).keys()].join()
    const shape = `${steps.map(({ tool }) => tool).join('>')}|${keys}`
    const run = { seed, calls, steps, answer, undefinedAt, failure, readStores, shape, constants }
    return state === undefined ? run : { ...run, state }
  }
}

/**
 * Runs a reference function in the world of a seed.
 *
 * @param exchange Results that it gets in place of the world's
 * @param how How a run over live tools is made
 * @throws ReferenceFunctionError where it does not end: every further run would take as long
 * @throws ApplicationError where the application of live tools fails
 */
export async function runFunction(
  task: FunctionTask,
  tools: Tools,
  seed: number,
  exchange?: Exchange,
  how: LiveHow = {},
): Promise<FunctionRun> {
  const runner = new FunctionRunner(task, tools, seed, exchange, how)
  await runner.perform()
  // Calls that are still to come show by then.
  if (exchange === undefined) await nextTurn()
  return runner.close()
}

/**
 * Runs a function in several worlds, and again in the first one. A run that looked at nothing of its world stands for
 * all of them.
 *
 * @throws as {@link runFunction} does
 */
export async function runInWorlds(
  task: FunctionTask,
  tools: Tools,
  seeds: readonly number[],
): Promise<{ runs: FunctionRun[]; again: FunctionRun }> {
  const constants = new Map<string, ToolResult>()
  const open = (seed: number, known?: FunctionRun['constants']): FunctionRunner =>
    new FunctionRunner(task, tools, seed, undefined, {}, known)
  const [first = 0, ...others] = seeds
  const one = open(first, constants)
  await one.perform()
  const again = open(first)
  const rest = one.isOfWorld ? others.map((seed) => open(seed, constants)) : []
  for (const runner of [...rest, again]) await runner.perform()
  // One turn for all of them.
  await nextTurn()
  const own = one.close()
  const further = one.isOfWorld
    ? rest.map((runner) => runner.close())
    : others.map((seed) => ({ ...own, seed }))
  return { runs: [own, ...further], again: again.close() }
}
