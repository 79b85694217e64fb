import type { OpenWorld, ToolResult, Tools, ToolTable } from '../../schema/tools.ts'
import { openWorld } from '../world-state.ts'
import type { Exchange, FunctionCall, FunctionRun, FunctionTask, LiveHow } from './function-run.ts'
import type { LiveApplication } from './live-application.ts'
import { findLiveResult } from './live-result.ts'
import { ReferenceFunctionError } from './reference-error.ts'
import { runInOwnTime } from './world-time.ts'

/** Answers the calls of one run: by the tools in its world, by the run that it is exchanged from, or live. */
export class CallAnswers {
  /** Results that are the same in all worlds; undefined where equal calls may be answered otherwise. */
  readonly constants: FunctionRun['constants']
  /** Whether anything that the function was given depends on the seed of its world. */
  isOfWorld = false
  private readonly task: FunctionTask
  private readonly tools: Tools
  private readonly seed: number
  private readonly exchange: Exchange | undefined
  private readonly how: LiveHow
  private world: OpenWorld | undefined
  /** How often tools looked at the world. */
  private looks = 0
  private touched = new Set<string>()

  constructor(
    task: FunctionTask,
    tools: Tools,
    seed: number,
    exchange: Exchange | undefined,
    how: LiveHow,
    constants = exchange?.base.constants,
  ) {
    this.task = task
    this.tools = tools
    this.seed = seed
    this.exchange = exchange
    this.how = how
    this.constants = constants
  }

  isLive(tool: string): boolean {
    return this.task.live !== undefined && (this.tools as ToolTable).get(tool)?.isLive === true
  }

  private isRead(tool: string): boolean {
    return this.tools.get(tool)?.effect === 'read'
  }

  get readStores(): readonly string[] {
    return this.world?.readStores ?? []
  }

  /** @param calls All calls of the run, this one the last */
  answer(
    asked: FunctionCall & { touched: Set<string> },
    calls: readonly FunctionCall[],
  ): ToolResult | Promise<ToolResult> {
    if (this.how.endsBeforeWrite && !this.isRead(asked.tool))
      throw new ReferenceFunctionError('the run ends before its first write')
    this.touched = asked.touched
    if (!this.isLive(asked.tool)) return runInOwnTime(() => this.simulate(asked, calls))
    return this.exchange === undefined ? this.callLive(asked) : findLiveResult(asked, this.exchange)
  }

  private async callLive({ tool, args }: FunctionCall): Promise<ToolResult> {
    const live = this.task.live as LiveApplication
    const isRead = this.isRead(tool)
    const run = (): Promise<ToolResult> => live.call(tool, args)
    if (this.how.readsTwice && isRead) await run()
    const result = await (this.tools.spoilLive?.(tool, args, run) ?? run())
    return { ...result, committed: result.ok && !isRead }
  }

  /** Answers by the base as long as the calls are the same, then by a world. */
  private simulate(asked: FunctionCall, calls: readonly FunctionCall[]): ToolResult {
    const { base, otherSeed } = this.exchange ?? {}
    const { tool: name, args, key, nth } = asked
    const same = base?.calls[asked.index]
    if (this.world === undefined && same?.key === key) return same.result
    const known = this.constants?.get(key)
    if (known !== undefined) return known
    if (this.world === undefined) {
      this.world = this.open(this.seed)
      // Reads leave nothing behind.
      for (const { tool, args, result } of calls.slice(0, asked.index))
        if (!this.isLive(tool) && !(result.ok && this.isRead(tool)))
          this.tools.execute(tool, args, this.world)
    }
    const isNew = otherSeed !== undefined && base?.calls.some((call) => call.key === key) === false
    const { looks } = this
    const result = this.tools.execute(name, args, isNew ? this.open(otherSeed) : this.world)
    // A world of an exchanged run does not say what is looked at.
    if (base === undefined && result.ok && looks === this.looks && this.isRead(name))
      this.constants?.set(key, result)
    if (result.ok || base === undefined) return result
    const counterpart = base.calls.find((call) => call.tool === name && call.nth === nth)
    return counterpart?.result.ok === true ? counterpart.result : result
  }

  private open(seed: number): OpenWorld {
    if (this.exchange !== undefined) return openWorld({ world: this.task.world }, seed, this.tools)
    return openWorld({ world: this.task.world }, seed, this.tools, {
      onLook: (look) => {
        this.looks++
        if (look.at === 'secret' || look.at === 'store') this.isOfWorld = true
        if (look.at !== 'secret') this.touched.add(look.at === 'store' ? look.name : ' journal')
      },
    })
  }
}
