import type { ExpansionResult } from '../../schema/task-in-world.ts'
import type { Tools } from '../../schema/tools.ts'
import { ExpansionError } from '../expansion-error.ts'
import { describeRun } from './plain-task.ts'
import { ReferenceFunctionError } from './reference-error.ts'
import { type FunctionRun, type FunctionTask, runFunction } from './run-function.ts'

/** Worlds that a function is run in to find out what depends on what. */
const MAX_WORLDS = 20
/** Worlds in which it has to end in order. */
const MIN_WORLDS = 10

/** A task as a function, in all its worlds. Runs and plain tasks are made once. */
export class FunctionWorlds {
  readonly task: FunctionTask
  private readonly tools: Tools
  private readonly plain = new Map<number, ExpansionResult>()
  private readonly runs = new Map<number, Promise<FunctionRun>>()

  constructor(task: FunctionTask, tools: Tools) {
    this.task = task
    this.tools = tools
  }

  /** The run in the world of a seed. */
  runIn(seed: number): Promise<FunctionRun> {
    let run = this.runs.get(seed)
    if (run === undefined) {
      run = runFunction(this.task, this.tools, seed)
      this.runs.set(seed, run)
    }
    return run
  }

  /**
   * Runs the function in its worlds.
   *
   * @throws ReferenceFunctionError where it fails in its first world, calls otherwise in a second run of it, or fails in
   * more than half of its worlds
   */
  async check(first: number): Promise<{ runs: FunctionRun[]; failed: FunctionRun[] }> {
    const all: FunctionRun[] = []
    for (let seed = first; seed < first + MAX_WORLDS; seed++) all.push(await this.runIn(seed))
    const [own] = all as [FunctionRun, ...FunctionRun[]]
    if (own.failure !== undefined) throw own.failure
    checkSameCalls(own, await runFunction(this.task, this.tools, first))
    const runs = all.filter(({ failure }) => failure === undefined)
    const failed = all.filter(({ failure }) => failure !== undefined)
    if (runs.length < MIN_WORLDS)
      throw new ReferenceFunctionError(
        `the function fails in ${failed.length} of ${all.length} worlds, in world ${failed[0]?.seed}: ${failed[0]?.failure?.message}`,
      )
    return { runs, failed }
  }

  /** The plain task in the world of a seed; found out once. */
  async describe(seed: number, first = this.task.world?.seed ?? 0): Promise<ExpansionResult> {
    const known = this.plain.get(seed)
    if (known !== undefined) return known
    const { runs } = await this.check(first)
    const run = await this.runIn(seed)
    if (run.failure !== undefined)
      throw new ExpansionError(this.task.task_id, seed, 'the reference', run.failure.message, run.failure)
    const made = await describeRun({
      task: this.task,
      tools: this.tools,
      run,
      others: runs.filter((other) => other.seed !== seed),
    })
    this.plain.set(seed, made)
    return made
  }
}

/** @throws ReferenceFunctionError where two runs of one world call differently */
function checkSameCalls(run: FunctionRun, again: FunctionRun): void {
  for (const [i, call] of run.calls.entries()) {
    const other = again.calls[i]
    if (other?.key === call.key) continue
    throw new ReferenceFunctionError(
      `call ${i + 1} differs in a second run of the same world: ${call.key}, then ${other?.key ?? 'no call'}. Take values from the tools, the prompt or the world's Date and Math.random.`,
    )
  }
}
