import type { OpenWorld, ToolResult, ToolTable } from '../../schema/tools.ts'
import { copyJson } from '../../shared/json.ts'
import { openWorld } from '../world-state.ts'
import type { FunctionCall, FunctionRun, RunPlan } from './function-run.ts'
import type { LiveApplication } from './live-application.ts'
import { findLiveResult } from './live-result.ts'
import { ReferenceFunctionError } from './reference-error.ts'
import { runInOwnTime } from './world-time.ts'

/** Stores of a call of which no details are kept. */
export const NO_STORES: Set<string> = new Set()

/** Answers the calls of one run: by the tools in its world, by the run that it is exchanged from, or live. */
export class CallAnswers {
  /** Results that are the same in all worlds; undefined where equal calls may be answered otherwise. */
  readonly constants: FunctionRun['constants']
  /** Whether anything that the function was given depends on the seed of its world. */
  isOfWorld = false
  private readonly plan: RunPlan
  private world: OpenWorld | undefined
  /** How often tools looked at the world. */
  private looks = 0
  private touched = NO_STORES

  constructor(plan: RunPlan) {
    this.plan = plan
    this.constants = plan.constants ?? plan.exchange?.base.constants
  }

  isLive(tool: string): boolean {
    return this.plan.task.live !== undefined && (this.plan.tools as ToolTable).get(tool)?.isLive === true
  }

  private isRead(tool: string): boolean {
    return this.plan.tools.get(tool)?.effect === 'read'
  }

  get readStores(): readonly string[] {
    return this.world?.readStores ?? []
  }

  /** @param calls All calls of the run, this one the last */
  answer(asked: FunctionCall, calls: readonly FunctionCall[]): ToolResult | Promise<ToolResult> {
    const { exchange, how } = this.plan
    if (how?.endsBeforeWrite && !this.isRead(asked.tool))
      throw new ReferenceFunctionError('the run ends before its first write')
    this.touched = asked.touched
    if (!this.isLive(asked.tool)) return runInOwnTime(() => this.simulate(asked, calls))
    return exchange === undefined ? this.callLive(asked) : findLiveResult(asked, exchange)
  }

  private async callLive({ tool, args }: FunctionCall): Promise<ToolResult> {
    const { task, tools, how } = this.plan
    const live = task.live as LiveApplication
    const isRead = this.isRead(tool)
    // A tool may change its arguments.
    const run = (): Promise<ToolResult> => live.call(tool, copyJson(args))
    if (how?.readsTwice && isRead) await run()
    const result = await (tools.spoilLive?.(tool, args, run) ?? run())
    return { ...result, committed: result.ok && !isRead }
  }

  /** Answers by the base as long as the calls are the same, then by a world. */
  private simulate(asked: FunctionCall, calls: readonly FunctionCall[]): ToolResult {
    const { tools, seed, exchange, hasDetails } = this.plan
    const { base, otherSeed } = exchange ?? {}
    const { tool: name, args, key, nth } = asked
    const same = base?.calls[asked.index]
    if (this.world === undefined && same?.key === key) return same.result
    const known = this.constants?.get(key)
    if (known !== undefined) return known
    if (this.world === undefined) {
      this.world = this.open(seed)
      // Reads leave nothing behind.
      for (const { tool, args, result } of calls.slice(0, asked.index))
        if (!this.isLive(tool) && !(result.ok && this.isRead(tool))) tools.execute(tool, args, this.world)
    }
    const isNew = otherSeed !== undefined && base?.calls.some((call) => call.key === key) === false
    const { looks } = this
    const result = tools.execute(name, args, isNew ? this.open(otherSeed) : this.world)
    if (hasDetails && result.ok && looks === this.looks && this.isRead(name)) this.constants?.set(key, result)
    if (result.ok || base === undefined) return result
    const counterpart = base.calls.find((call) => call.tool === name && call.nth === nth)
    return counterpart?.result.ok === true ? counterpart.result : result
  }

  private open(seed: number): OpenWorld {
    const { task, tools, hasDetails } = this.plan
    if (!hasDetails) return openWorld(task, seed, tools)
    return openWorld(task, seed, tools, {
      onLook: (look) => {
        this.looks++
        if (look.at === 'secret' || look.at === 'store') this.isOfWorld = true
        if (look.at !== 'secret') this.touched.add(look.at === 'store' ? look.name : ' journal')
      },
    })
  }
}
