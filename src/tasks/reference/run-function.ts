import { AsyncLocalStorage } from 'node:async_hooks'
import type { Task } from '../../schema/task.ts'
import type { OpenWorld, ToolResult, Tools } from '../../schema/tools.ts'
import { isDebugged } from '../../shared/debugger.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { describeThrown, readStack } from '../../shared/errors.ts'
import { copyJson, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { readPlace } from '../../shared/shown-path.ts'
import { clearTimeout, nextTurn, setTimeout } from '../../shared/timer.ts'
import { openWorld } from '../world-state.ts'
import { copyWritten, listLeaves, readExample, type Written } from './markers.ts'
import { ReferenceFunctionError, Refused } from './reference-error.ts'
import { runInOwnTime, runInWorldTime } from './world-time.ts'

/** Tools as a reference function calls them. */
export type CallableTools = Readonly<Record<string, (args?: object) => Promise<unknown>>>

/** The expected trace as a function of the offered tools; what it returns is the expected answer. */
export type ReferenceFunction = (tools: CallableTools) => unknown

/** A task whose expected trace is a function. */
export interface FunctionTask {
  readonly task_id: string
  /** All that the user says. */
  readonly prompt: string
  /** How many messages the user has, the prompt among them. Default 1. */
  readonly messages?: number
  readonly available_tools: readonly string[]
  readonly world?: Task['world']
  readonly reference: ReferenceFunction
  /** Other functions that solve the task. */
  readonly alternatives?: readonly ReferenceFunction[]
  /** Makes a run that blocks its thread end. */
  readonly watch?: RunWatch
}

/** Has another thread watch what may block this one. */
export type RunWatch = <T>(act: () => Promise<T>) => Promise<T>

/** The frame of a call. Its text is made when it is read, which takes longer than the call. */
interface Caller {
  readonly stack?: unknown
}

/** One call that a reference function made. */
export interface FunctionCall {
  readonly index: number
  readonly tool: string
  /** Arguments as they are written, with markers. */
  readonly written: Written
  /** Arguments as the tool got them. */
  readonly args: JsonObject
  /** Equal for equal calls. */
  readonly key: string
  /** Number among the calls of its tool, from 0. */
  readonly nth: number
  readonly result: ToolResult
  /** What the function got; null for an error. */
  readonly output: Json
  /** Where the suite makes the call; undefined in an exchanged run. */
  readonly caller: Caller | undefined
  /** The message of the user that the call waits for; 1 is the prompt. */
  readonly turn: number
  /** Stores that the tool looked at; empty in an exchanged run. */
  readonly touched: ReadonlySet<string>
}

/** One run of a reference function in one world. */
export interface FunctionRun {
  readonly seed: number
  readonly calls: readonly FunctionCall[]
  /** The successful calls. */
  readonly steps: readonly FunctionCall[]
  readonly answer: Written | undefined
  readonly failure: ReferenceFunctionError | undefined
  /** Stores of the task's state that the calls read. */
  readonly readStores: readonly string[]
  /** Equal for runs with the same sequence of tools and the same keys of the answer. */
  readonly shape: string
}

/** What a run gets in place of its world's results. */
export interface Exchange {
  /** The run that is changed; an error that it did not have is answered as in this run. */
  readonly base: FunctionRun
  /** Outputs by the index of the call in `base`. */
  readonly outputs: ReadonlyMap<number, Json>
  /** World that answers calls which `base` did not make. Default the world of `base`. */
  readonly otherSeed?: number
}

const MAX_CALLS = 200
/** Time of one run in milliseconds. */
export const MAX_RUN_MS = 10_000

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

/** Makes an error whose stack has at most this many lines: each line takes time. */
function limitStack<T>(lines: number, make: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = lines
  try {
    return make()
  } finally {
    Error.stackTraceLimit = limit
  }
}

/** Where a function is called. */
function captureCaller(caller: (...args: never[]) => unknown): Caller {
  const holder: Caller = {}
  limitStack(1, () => Error.captureStackTrace(holder, caller))
  return holder
}

/** Names the file, line and column of a call. */
export const describeCaller = (caller: Caller | undefined): string | undefined => readPlace(caller?.stack)

function placeError(what: string, caller: Caller | undefined, cause?: unknown): ReferenceFunctionError {
  const place = describeCaller(caller)
  return new ReferenceFunctionError(place === undefined ? what : `${what} (${place})`, { cause })
}

/** The run that an async context belongs to. */
const running = new AsyncLocalStorage<FunctionRunner>()

/**
 * Has the calls after it wait for a message of the user: the prompt is message 1, the first of `turns` message 2.
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
  readonly calls: FunctionCall[] = []
  private turn = 1
  private readonly pending: { tool: string; caller: Caller | undefined; promise: CallPromise<unknown> }[] = []
  private readonly counts = new Map<string, number>()
  private readonly task: FunctionTask
  private readonly tools: Tools
  private readonly seed: number
  private readonly exchange: Exchange | undefined
  private world: OpenWorld | undefined
  private touched = new Set<string>()
  private isOver = false
  isEndless = false
  private stop: (error: ReferenceFunctionError) => void = () => {}

  constructor(task: FunctionTask, tools: Tools, seed: number, exchange: Exchange | undefined) {
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
        const { result, output } = this.makeCall(tool, given, from)
        return () => {
          if (result.ok) return copyJson(output)
          throw limitStack(0, () => new Refused(tool, result.status, result.error))
        }
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
    act: (from: Caller | undefined) => () => T,
  ): Promise<T> {
    if (this.isOver) return new Promise(() => {})
    const from = this.exchange === undefined ? captureCaller(caller) : undefined
    const promise = new CallPromise<T>((resolve, reject) => {
      let finish: () => T
      try {
        finish = act(from)
      } catch (error) {
        // The run ends, and the function is left where it waits: a `catch` of it cannot undo a fault of the suite.
        this.stop(placeError(describeThrown(error), from))
        return
      }
      const settle = (): void => {
        promise.isSettled = true
        try {
          resolve(finish())
        } catch (error) {
          reject(error)
        }
      }
      // Later than the end of a function that does not wait for it.
      queueMicrotask(() => queueMicrotask(settle))
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

  /** @throws ReferenceFunctionError for a call that no suite may make */
  private makeCall(tool: string, given: object, caller: Caller | undefined): FunctionCall {
    if (!this.task.available_tools.includes(tool))
      throw new ReferenceFunctionError(
        `${tool} is not among the task's tools${didYouMean(tool, this.task.available_tools)}`,
      )
    if (this.calls.length >= MAX_CALLS)
      throw new ReferenceFunctionError(`the function makes more than ${MAX_CALLS} calls`)
    const written = copyWritten(given, `an argument of ${tool}`)
    const args = readExample(written) as JsonObject
    const index = this.calls.length
    const nth = this.counts.get(tool) ?? 0
    this.counts.set(tool, nth + 1)
    const asked = { tool, args, nth, key: `${tool} ${stringifyStably(args)}` }
    this.touched = new Set()
    const result = runInOwnTime(() => this.answer(asked))
    const exchanged = result.ok ? this.exchange?.outputs.get(index) : undefined
    const output = exchanged ?? (result.ok ? result.output : null)
    const { turn, touched } = this
    const { key } = asked
    // Written out: a spread in this place takes longer than all the rest of a call.
    const call = { tool, args, nth, key, index, written, result, output, caller, turn, touched }
    this.calls.push(call)
    return call
  }

  /** Answers by the base as long as the calls are the same, then by a world. */
  private answer(asked: Pick<FunctionCall, 'args' | 'key' | 'nth' | 'tool'>): ToolResult {
    const { base, otherSeed } = this.exchange ?? {}
    const same = base?.calls[this.calls.length]
    if (this.world === undefined && same?.key === asked.key) return same.result
    if (this.world === undefined) {
      this.world = this.open(this.seed)
      // Reads leave nothing behind.
      for (const { tool, args, result } of this.calls)
        if (!result.ok || this.tools.get(tool)?.effect !== 'read') this.tools.execute(tool, args, this.world)
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
        reject(placeError(`the function does not end within ${MAX_RUN_MS} ms${results}, ${where}`, caller))
      }, MAX_RUN_MS)
    })
    try {
      const returned = await Promise.race([this.execute(), stopped])
      return returned === undefined ? undefined : copyWritten(returned, 'the answer')
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

  describeFailure(error: unknown): ReferenceFunctionError {
    if (error instanceof ReferenceFunctionError) return error
    if (!(error instanceof Refused))
      return placeError(`the function throws: ${describeThrown(error)}`, { stack: readStack(error) }, error)
    const refused = this.calls.findLast(({ result }) => !result.ok)
    const { thrown } = { thrown: undefined, ...refused?.result }
    const why = thrown === undefined ? '' : `, because its simulator throws: ${describeThrown(thrown)}`
    return placeError(`an error leaves the function: ${error.message}${why}`, refused?.caller, error)
  }
}

/**
 * Runs a reference function in the world of a seed.
 *
 * @param exchange Results that it gets in place of the world's
 * @throws ReferenceFunctionError where it does not end: every further run would take as long
 */
export async function runFunction(
  task: FunctionTask,
  tools: Tools,
  seed: number,
  exchange?: Exchange,
): Promise<FunctionRun> {
  const runner = new FunctionRunner(task, tools, seed, exchange)
  const now = memoizeOnce(() => tools.open(seed).clock.now)
  let answer: Written | undefined
  let failure: ReferenceFunctionError | undefined
  try {
    const run = (): Promise<Written | undefined> =>
      running.run(runner, () => runInWorldTime(seed, now, () => runner.finish()))
    answer = await (task.watch?.(run) ?? run())
  } catch (error) {
    failure = runner.describeFailure(error)
    if (runner.isEndless) throw failure
  }
  const { calls, readStores } = runner
  const steps = calls.filter(({ result }) => result.ok)
  const keys = answer === undefined ? '' : [...listLeaves(answer).keys()].join()
  const shape = `${steps.map(({ tool }) => tool).join('>')}|${keys}`
  return { seed, calls, steps, answer, failure, readStores, shape }
}
