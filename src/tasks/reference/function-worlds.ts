import type { Flip } from '../../schema/task-in-world.ts'
import type { Tools } from '../../schema/tools.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { ExpansionError } from '../expansion-error.ts'
import { executeStep } from '../world-state.ts'
import { listLeaves, readExample } from './markers.ts'
import { type DescribedRun, describeRun } from './plain-task.ts'
import { ReferenceFunctionError } from './reference-error.ts'
import { describeCaller, type FunctionRun, type FunctionTask, runFunction } from './run-function.ts'
import { replaceGlobalsDuring } from './world-time.ts'

/** Worlds that a function is run in to find out what depends on what. */
export const MAX_WORLDS = 20
/** Worlds in which it has to end in order. */
const MIN_WORLDS = 10

/** How a function went in its worlds. */
export interface CheckedRuns {
  /** Runs that ended in order. */
  readonly runs: readonly FunctionRun[]
  /** Runs that failed: their worlds are left out. */
  readonly failed: readonly FunctionRun[]
  /** What to tell the author of the suite about the worlds that are left out; undefined without one. */
  readonly warning: string | undefined
}

/** A task as a function, in all its worlds. Runs and plain tasks are made once. */
export class FunctionWorlds {
  readonly task: FunctionTask
  private readonly tools: Tools
  private readonly plain = new Map<number, Promise<DescribedRun>>()
  private readonly runs = new Map<number, Promise<FunctionRun>>()
  private readonly checked = new Map<number, Promise<CheckedRuns>>()

  constructor(task: FunctionTask, tools: Tools) {
    this.task = task
    this.tools = tools
  }

  /** The run in the world of a seed. */
  runIn(seed: number): Promise<FunctionRun> {
    return findOrMake(this.runs, seed, () => runFunction(this.task, this.tools, seed))
  }

  /**
   * Runs the function in its worlds, and twice in the first one.
   *
   * @throws ReferenceFunctionError where it fails in more than half of its worlds, or calls otherwise in a second run
   */
  check(first: number): Promise<CheckedRuns> {
    return findOrMake(this.checked, first, () => replaceGlobalsDuring(() => this.runInWorlds(first)))
  }

  private async runInWorlds(first: number): Promise<CheckedRuns> {
    const all: FunctionRun[] = []
    for (let seed = first; seed < first + MAX_WORLDS; seed++) all.push(await this.runIn(seed))
    const runs = all.filter(({ failure }) => failure === undefined)
    const failed = all.filter(({ failure }) => failure !== undefined)
    const share = `the function fails in ${failed.length} of ${all.length} worlds`
    const example = `in world ${failed[0]?.seed}: ${failed[0]?.failure?.message}`
    if (runs.length < MIN_WORLDS)
      throw new ReferenceFunctionError(`${share}, ${example}`, { cause: failed[0]?.failure })
    const [own] = runs as [FunctionRun, ...FunctionRun[]]
    checkSameActs(own, await runFunction(this.task, this.tools, own.seed))
    return {
      runs,
      failed,
      warning: failed.length > 0 ? `${share}, which are left out, ${example}` : undefined,
    }
  }

  /**
   * The plain task in the world of a seed; found out once.
   *
   * @throws ExpansionError where the function fails in that world
   */
  describe(seed: number, first = this.task.world?.seed ?? 0): Promise<DescribedRun> {
    return findOrMake(this.plain, seed, () => replaceGlobalsDuring(() => this.describeIn(seed, first)))
  }

  /** What differs in a world where the function is shown what other tools answer; see {@link ReferenceCode.findFlip}. */
  async findFlip(seed: number, tools: Tools): Promise<Flip | undefined> {
    const run = await this.runIn(seed)
    const execute: Tools['execute'] = (name, args, world) => executeStep(name, args as Json, world, tools)
    const repeating = Object.assign(new Map(tools), { open: tools.open.bind(tools), execute })
    const shown = await runFunction(this.task, repeating, seed)
    // What never succeeds decides nothing.
    if (run.failure !== undefined || shown.failure !== undefined) return undefined
    if (shown.shape !== run.shape) return { asked: run.shape, shown: shown.shape }
    const described = await this.describe(seed)
    for (const [i, values] of described.leaves.entries()) {
      const [asked = null, other = null] = [run, shown].map(
        ({ steps, answer }) => steps[i]?.written ?? answer ?? null,
      )
      const leaves = listLeaves(other)
      for (const [pointer, { value, source }] of values)
        if (source === undefined && leaves.get(pointer) !== value)
          return { asked: stringifyStably(readExample(asked)), shown: stringifyStably(readExample(other)) }
    }
    return undefined
  }

  private async describeIn(seed: number, first: number): Promise<DescribedRun> {
    const { task, tools } = this
    const { runs } = await this.check(first)
    const run = await this.runIn(seed)
    const { failure } = run
    if (failure !== undefined)
      throw new ExpansionError(task.task_id, seed, 'the reference', failure.message, failure)
    return describeRun({ task, tools, run, others: runs.filter((other) => other.seed !== seed) })
  }
}

function findOrMake<T>(known: Map<number, T>, seed: number, make: () => T): T {
  const found = known.get(seed) ?? make()
  known.set(seed, found)
  return found
}

/** @throws ReferenceFunctionError where two runs of one world call or return otherwise */
function checkSameActs(run: FunctionRun, again: FunctionRun): void {
  const advice = "Take values from the tools, the prompt or the world's Date and Math.random."
  for (let i = 0; i < Math.max(run.calls.length, again.calls.length); i++) {
    const [call, other] = [run.calls[i], again.calls[i]]
    if (call?.key === other?.key) continue
    const place = describeCaller((call ?? other)?.caller)
    throw new ReferenceFunctionError(
      `call ${i + 1} differs in a second run of the same world: ${call?.key ?? 'no call'}, then ${other?.key ?? 'no call'}${place === undefined ? '' : ` (${place})`}. ${advice}`,
    )
  }
  const [answer, second] = [run, again].map((one) => stringifyStably(one.answer ?? null))
  if (answer !== second)
    throw new ReferenceFunctionError(
      `the answer differs in a second run of the same world: ${answer}, then ${second}. ${advice}`,
    )
}
