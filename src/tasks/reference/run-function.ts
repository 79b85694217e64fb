import type { Task } from '../../schema/task.ts'
import type { OpenWorld, ToolResult, Tools } from '../../schema/tools.ts'
import { describeThrown } from '../../shared/errors.ts'
import { copyJson, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
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
  readonly prompt: string
  readonly available_tools: readonly string[]
  readonly world?: Task['world']
  readonly reference: ReferenceFunction
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
  /** Where the suite makes the call, as a line of a stack. */
  readonly place: string | undefined
}

/** One run of a reference function in one world. */
export interface FunctionRun {
  readonly seed: number
  readonly calls: readonly FunctionCall[]
  /** The successful calls. */
  readonly steps: readonly FunctionCall[]
  readonly answer: Written | undefined
  readonly failure: ReferenceFunctionError | undefined
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
const MAX_RUN_MS = 10_000

/** A promise that knows whether something waits for it. */
class WatchedPromise<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  isAwaited = false

  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true
    return super.then(onFulfilled, onRejected)
  }
}

/** Answers the calls of one run: by its base as long as the calls are the same, then by a world. */
class CallAnswerer {
  private readonly task: FunctionTask
  private readonly tools: Tools
  private readonly seed: number
  private readonly exchange: Exchange | undefined
  private world: OpenWorld | undefined

  constructor(task: FunctionTask, tools: Tools, seed: number, exchange: Exchange | undefined) {
    this.task = task
    this.tools = tools
    this.seed = seed
    this.exchange = exchange
  }

  /** @param earlier Calls before this one */
  answer(
    earlier: readonly FunctionCall[],
    call: Pick<FunctionCall, 'args' | 'key' | 'nth' | 'tool'>,
  ): ToolResult {
    const base = this.exchange?.base.calls
    const same = base?.[earlier.length]
    if (this.world === undefined && same?.key === call.key) return same.result
    this.world ??= this.openAfter(earlier)
    const result = this.execute(call, this.isNew(call) ? this.open(this.exchange?.otherSeed) : this.world)
    if (result.ok || base === undefined) return result
    const counterpart = base.find(({ tool, nth }) => tool === call.tool && nth === call.nth)
    return counterpart?.result.ok === true ? counterpart.result : result
  }

  private isNew({ key }: Pick<FunctionCall, 'key'>): boolean {
    const { otherSeed, base } = this.exchange ?? {}
    return otherSeed !== undefined && base?.calls.some((call) => call.key === key) === false
  }

  private openAfter(earlier: readonly FunctionCall[]): OpenWorld {
    const world = this.open()
    for (const call of earlier) this.execute(call, world)
    return world
  }

  private open(seed = this.seed): OpenWorld {
    return openWorld(worldOf(this.task), seed, this.tools)
  }

  private execute({ tool, args }: Pick<FunctionCall, 'args' | 'tool'>, world: OpenWorld): ToolResult {
    return runInOwnTime(() => this.tools.execute(tool, args, world))
  }
}

const worldOf = ({ world }: FunctionTask): { world?: Task['world'] } => (world === undefined ? {} : { world })

/** Runs a function over the tools in a fresh world, and keeps what it calls. */
class FunctionRunner {
  readonly calls: FunctionCall[] = []
  private readonly promises: { call: string; promise: WatchedPromise<unknown> }[] = []
  private readonly counts = new Map<string, number>()
  private readonly answerer: CallAnswerer
  private readonly task: FunctionTask
  private readonly exchange: Exchange | undefined
  private isOver = false
  /** An error of the suite, which a `catch` of the function does not undo. */
  private fault: ReferenceFunctionError | undefined

  constructor(task: FunctionTask, tools: Tools, seed: number, exchange: Exchange | undefined) {
    this.task = task
    this.exchange = exchange
    this.answerer = new CallAnswerer(task, tools, seed, exchange)
  }

  get tools(): CallableTools {
    const offered = this.task.available_tools
    return new Proxy({} as CallableTools, {
      get: (_, name) => (typeof name === 'string' && name !== 'then' ? this.callerOf(name) : undefined),
      has: (_, name) => typeof name === 'string' && offered.includes(name),
      ownKeys: () => [...offered],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    })
  }

  private callerOf(name: string): (args?: object) => Promise<unknown> {
    const caller = (args: object = {}): Promise<unknown> => {
      const place = this.exchange === undefined ? readPlace(caller) : undefined
      const promise = new WatchedPromise<unknown>((resolve, reject) => {
        this.call(name, args, place).then(resolve, reject)
      })
      // Without a handler, a rejection that nobody waits for ends the process; the run reports it.
      Promise.prototype.then.call(promise, undefined, () => {})
      this.promises.push({ call: name, promise })
      return promise
    }
    return caller
  }

  private async call(tool: string, given: object, place: string | undefined): Promise<Json> {
    const fail = (what: string): ReferenceFunctionError => {
      this.fault ??= new ReferenceFunctionError(place === undefined ? what : `${what} (${place})`)
      return this.fault
    }
    if (this.isOver) throw fail(`${tool} was called after the function returned: await every call`)
    if (!this.task.available_tools.includes(tool)) throw fail(`${tool} is not among the task's tools`)
    if (this.calls.length >= MAX_CALLS) throw fail(`the function makes more than ${MAX_CALLS} calls`)
    let written: Written
    try {
      written = copyWritten(given)
    } catch (error) {
      throw fail(`an argument of ${tool} cannot be sent: ${describeThrown(error)}`)
    }
    const args = readExample(written) as JsonObject
    const index = this.calls.length
    const nth = this.counts.get(tool) ?? 0
    this.counts.set(tool, nth + 1)
    const asked = { tool, args, nth, key: `${tool} ${stringifyStably(args)}` }
    const result = this.answerer.answer(this.calls, asked)
    const exchanged = result.ok ? this.exchange?.outputs.get(index) : undefined
    const output = exchanged ?? (result.ok ? result.output : null)
    this.calls.push({ ...asked, index, written, result, output, place })
    await undefined
    if (!result.ok) throw new Refused(tool, result.status, result.error)
    return copyJson(output)
  }

  /** What the function returns, once it has ended in order. */
  async finish(): Promise<Written | undefined> {
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new ReferenceFunctionError(`the function does not end within ${MAX_RUN_MS} ms`)),
        MAX_RUN_MS,
      )
    })
    try {
      const returned = await Promise.race([this.start(), limit])
      const idle = this.promises.find(({ promise }) => !promise.isAwaited)
      if (idle !== undefined)
        this.fault ??= new ReferenceFunctionError(`nothing awaits a call of ${idle.call}: await every call`)
      if (this.fault !== undefined) throw this.fault
      return returned === undefined ? undefined : copyWritten(returned)
    } finally {
      clearTimeout(timer)
      this.isOver = true
    }
  }

  private async start(): Promise<unknown> {
    return await this.task.reference(this.tools)
  }
}

/** The line of a stack that calls a function. */
function readPlace(caller: (...args: never[]) => unknown): string | undefined {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  Error.captureStackTrace(holder, caller)
  Error.stackTraceLimit = limit
  const [, place] = /at (?:.*\()?(.+:\d+:\d+)\)?\s*$/m.exec(holder.stack ?? '') ?? []
  return place
}

const failureOf = (error: unknown): ReferenceFunctionError =>
  error instanceof ReferenceFunctionError
    ? error
    : new ReferenceFunctionError(
        error instanceof Refused
          ? `an error leaves the function: ${error.message}`
          : `the function throws: ${describeThrown(error)}`,
        { cause: error },
      )

/**
 * Runs a reference function in the world of a seed.
 *
 * @param exchange Results that it gets in place of the world's
 */
export async function runFunction(
  task: FunctionTask,
  tools: Tools,
  seed: number,
  exchange?: Exchange,
): Promise<FunctionRun> {
  const runner = new FunctionRunner(task, tools, seed, exchange)
  let answer: Written | undefined
  let failure: ReferenceFunctionError | undefined
  try {
    answer = await runInWorldTime(seed, tools.open(seed).clock.now, () => runner.finish())
  } catch (error) {
    failure = failureOf(error)
  }
  const { calls } = runner
  const steps = calls.filter(({ result }) => result.ok)
  const keys = answer === undefined ? '' : [...listLeaves(answer).keys()].join()
  const shape = `${steps.map(({ tool }) => tool).join('>')}|${keys}`
  return { seed, calls, steps, answer, failure, shape }
}
