import { AsyncLocalStorage } from 'node:async_hooks'
import type { OpenWorld, ToolResult, Tools, ToolTable } from '../../schema/tools.ts'
import { isDebugged } from '../../shared/debugger.ts'
import { findNearestName } from '../../shared/did-you-mean.ts'
import { describeThrown } from '../../shared/errors.ts'
import { copyJson, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { clearTimeout, nextTurn, setTimeout } from '../../shared/timer.ts'
import { adviseOnTool } from '../../shared/tool-advice.ts'
import { openWorld } from '../world-state.ts'
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
import { ApplicationError, type LiveApplication, type RunInTime } from './live-application.ts'
import { findLiveResult, PENDING } from './live-result.ts'
import { copyWritten, listLeaves, readExample, type Written } from './markers.ts'
import { ReferenceFunctionError, Refused } from './reference-error.ts'
import { runInOwnTime, runInWorldTime } from './world-time.ts'

const MAX_CALLS = 200
/** Time of one run in milliseconds. */
export const MAX_RUN_MS = 10_000

/** A call that may still be on its way. */
type OpenCall = { -readonly [Field in keyof FunctionCall]: FunctionCall[Field] }

/** The promise of a call. It knows whether something waits for it. */
class CallPromise<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  isAwaited = false
  isSettled = false

  // biome-ignore lint/suspicious/noThenProperty: `await` asks a subclass of Promise for it.
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true
    return super.then(onFulfilled, onRejected)
  }
}

/** The run that an async context belongs to. */
const running = new AsyncLocalStorage<FunctionRunner>()

/**
 * Lets the calls after it wait for a message of the user. The prompt is message 1, the first of `turns` message 2.
 *
 * @example
 * await turn(2)
 */
export function turn(message: number): Promise<void> {
  const runner = running.getStore()
  if (runner === undefined)
    throw placeError(
      'turn() is called where no task runs: call it within the function of a task',
      captureCaller(turn),
    )
  return runner.waitForTurn(message, turn)
}

/** Runs a function over the tools of one world, and keeps what it calls. */
class FunctionRunner {
  readonly calls: OpenCall[] = []
  readonly undefinedAt: string[] = []
  private turn = 1
  private readonly pending: { tool: string; caller: Caller | undefined; promise: CallPromise<unknown> }[] = []
  private readonly counts = new Map<string, number>()
  private readonly task: FunctionTask
  private readonly tools: Tools
  private readonly seed: number
  private readonly exchange: Exchange | undefined
  private readonly how: LiveHow
  private world: OpenWorld | undefined
  private touched = new Set<string>()
  private isOver = false
  isEndless = false
  private stop: (error: ReferenceFunctionError) => void = () => {}

  constructor(
    task: FunctionTask,
    tools: Tools,
    seed: number,
    exchange: Exchange | undefined,
    how: LiveHow = {},
  ) {
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
        const result = this.answer(call)
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
  waitForTurn(number: number, caller: (...args: never[]) => unknown): Promise<void> {
    return this.start('turn', caller, () => {
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
    this.touched = touched
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

  private isLive(tool: string): boolean {
    return this.task.live !== undefined && (this.tools as ToolTable).get(tool)?.isLive === true
  }

  private answer(asked: FunctionCall): ToolResult | Promise<ToolResult> {
    if (this.how.endsBeforeWrite && this.tools.get(asked.tool)?.effect !== 'read')
      throw new ReferenceFunctionError('the run ends before its first write')
    if (!this.isLive(asked.tool)) return runInOwnTime(() => this.simulate(asked))
    return this.exchange === undefined ? this.callLive(asked) : findLiveResult(asked, this.exchange)
  }

  private async callLive({ tool, args }: FunctionCall): Promise<ToolResult> {
    const live = this.task.live as LiveApplication
    const isRead = this.tools.get(tool)?.effect === 'read'
    const run = (): Promise<ToolResult> => live.call(tool, args)
    if (this.how.readsTwice && isRead) await run()
    const result = await (this.tools.spoilLive?.(tool, args, run) ?? run())
    return { ...result, committed: result.ok && !isRead }
  }

  /** Answers by the base as long as the calls are the same, then by a world. */
  private simulate(asked: FunctionCall): ToolResult {
    const { base, otherSeed } = this.exchange ?? {}
    const same = base?.calls[asked.index]
    if (this.world === undefined && same?.key === asked.key) return same.result
    if (this.world === undefined) {
      this.world = this.open(this.seed)
      // Reads leave nothing behind.
      for (const { tool, args, result } of this.calls.slice(0, asked.index))
        if (this.isLive(tool)) continue
        else if (!result.ok || this.tools.get(tool)?.effect !== 'read')
          this.tools.execute(tool, args, this.world)
    }
    const isNew = otherSeed !== undefined && base?.calls.some(({ key }) => key === asked.key) === false
    const world = isNew ? this.open(otherSeed) : this.world
    const result = this.tools.execute(asked.tool, asked.args, world)
    if (result.ok || base === undefined) return result
    const counterpart = base.calls.find(({ tool, nth }) => tool === asked.tool && nth === asked.nth)
    return counterpart?.result.ok === true ? counterpart.result : result
  }

  private open(seed: number): OpenWorld {
    if (this.exchange !== undefined) return openWorld({ world: this.task.world }, seed, this.tools)
    return openWorld({ world: this.task.world }, seed, this.tools, {
      onLook: (look) => {
        if (look.at !== 'secret') this.touched.add(look.at === 'store' ? look.name : ' journal')
      },
    })
  }

  /**
   * What the function returns, once it has ended in order. A loop that never waits is ended by the watch of the task.
   *
   * @throws ReferenceFunctionError where it does not
   */
  async finish(): Promise<Written | undefined> {
    let timer: NodeJS.Timeout | undefined
    const stopped = new Promise<never>((_, reject) => {
      this.stop = reject
      timer = setTimeout(() => {
        if (isDebugged()) return
        const { tool, caller } = this.calls.at(-1) ?? {}
        const where = tool === undefined ? 'before its first call' : `after its call of ${tool}`
        const results = this.exchange === undefined ? '' : ' with other results of its tools'
        this.isEndless = true
        reject(
          placeError(
            `the function does not end within ${MAX_RUN_MS} ms${results}, ${where}: it awaits what never settles`,
            caller,
          ),
        )
      }, MAX_RUN_MS)
    })
    try {
      const returned = await Promise.race([this.execute(), stopped])
      return returned === undefined ? undefined : copyWritten(returned, 'the answer', this.undefinedAt)
    } finally {
      clearTimeout(timer)
      this.isOver = true
    }
  }

  private async execute(): Promise<unknown> {
    const returned: unknown = await this.task.reference(this.offerTools())
    const count = this.pending.length
    const isIdle = ({ promise }: { promise: CallPromise<unknown> }): boolean =>
      !promise.isAwaited || !promise.isSettled
    let idle = this.pending.find(isIdle)
    if (idle === undefined && this.exchange === undefined) {
      // Calls that are still to come show by then.
      await nextTurn()
      idle = this.pending[count]
    }
    if (idle !== undefined)
      throw placeError(`nothing awaits a call of ${idle.tool}: await every call`, idle.caller)
    return returned
  }

  get readStores(): readonly string[] {
    return this.world?.readStores ?? []
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
  const { live, available_tools } = task
  const runner = new FunctionRunner(task, tools, seed, exchange, how)
  const now = memoizeOnce(() => tools.open(seed).clock.now)
  /** Over live tools, time and random values are the application's. */
  const runInPresent: RunInTime =
    live === undefined ? (run) => runInWorldTime(seed, now, run) : (run) => run()
  const { runInTime } = how
  let state: Json | undefined
  const runLive = async (run: () => Promise<Written | undefined>): Promise<Written | undefined> => {
    if (live === undefined || exchange !== undefined) return (runInTime ?? runInPresent)(run)
    const liveTools = available_tools.filter((name) => (tools as ToolTable).get(name)?.isLive)
    const left = await live.runInWorld({ seed, tools: liveTools, runInTime }, run)
    state = left.state
    return left.value
  }
  let answer: Written | undefined
  let failure: ReferenceFunctionError | undefined
  try {
    const run = (): Promise<Written | undefined> => running.run(runner, () => runner.finish())
    const watched = (): Promise<Written | undefined> => task.watch?.(run) ?? run()
    answer = await runLive(watched)
  } catch (error) {
    if (error instanceof ApplicationError) throw error
    failure = describeFailure(error, runner.calls, tools)
    if (runner.isEndless) throw failure
  }
  const { calls, readStores, undefinedAt } = runner
  const steps = calls.filter(({ result }) => result.ok)
  const keys = answer === undefined ? '' : [...listLeaves(answer).keys()].join()
  const shape = `${steps.map(({ tool }) => tool).join('>')}|${keys}`
  const run = { seed, calls, steps, answer, undefinedAt, failure, readStores, shape }
  return state === undefined ? run : { ...run, state }
}
