import type { Flip } from '../../schema/task-in-world.ts'
import type { Tools } from '../../schema/tools.ts'
import type { Call } from '../../schema/trace.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { ExpansionError } from '../expansion-error.ts'
import { executeStep, spoilLiveStep } from '../world-state.ts'
import { describeCaller } from './call-place.ts'
import type { Scene } from './exchange.ts'
import type { FieldWatch, FunctionCall, FunctionRun, FunctionTask, LiveHow, RunPlan } from './function-run.ts'
import { type LiveApplication, MAX_WORLDS, SHIFT_MS } from './live-application.ts'
import { isPending } from './live-result.ts'
import { listLeaves, readExample } from './markers.ts'
import { findObservedOrder } from './observed-order.ts'
import { type DescribedRun, describeRun, isDescribedBy, listUnstable } from './plain-task.ts'
import { ReferenceFunctionError } from './reference-error.ts'
import { runFunction, runInWorlds } from './run-function.ts'
import { checkAnswer, checkUndefined, hasUndefined } from './undefined-values.ts'
import { replaceGlobalsDuring, runInShiftedTime } from './world-time.ts'

/** Time of a second run over an agent's results: dates stay, times change. */
const SHORT_SHIFT_MS = 1_500
/** Runs that are made before a difference between answers counts as left behind. */
const MAX_FURTHER_READS = 4

/** Worlds of a task; an application of live tools may have fewer. */
export const countWorlds = (live: LiveApplication | undefined, most = MAX_WORLDS): number =>
  Math.min(most, live?.worlds ?? most)

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
  /** Plain tasks for which outputs were exchanged. */
  private readonly explored: DescribedRun[] = []
  private readonly runs = new Map<number, Promise<FunctionRun>>()
  private readonly seconds = new Map<string, Promise<{ first: FunctionRun; second: FunctionRun }>>()
  private readonly checked = new Map<number, Promise<CheckedRuns>>()

  constructor(task: FunctionTask, tools: Tools) {
    this.task = task
    this.tools = tools
  }

  /** The run in the world of a seed. */
  runIn(seed: number): Promise<FunctionRun> {
    return findOrMake(this.runs, seed, () => this.runLive(seed))
  }

  /** As {@link runIn}, with places and looks: the function is run once more if they are missing. */
  async runInDetail(seed: number): Promise<FunctionRun> {
    const run = await this.runIn(seed)
    if (run.hasDetails) return run
    const detailed = runFunction({ ...this.plan, seed, constants: run.constants })
    this.runs.set(seed, detailed)
    return detailed
  }

  /** Forgets what can be found out again, once all plain tasks are known. */
  releaseRuns(): void {
    if (this.task.live !== undefined) return
    for (const known of [this.runs, this.plain, this.checked]) known.clear()
    this.explored.length = 0
  }

  /** Another run over live tools, in which the reads are made twice. It is made in one world for each shape. */
  runAgain(run: FunctionRun): Promise<{ first: FunctionRun; second: FunctionRun }> {
    return findOrMake(this.seconds, run.shape, async () => {
      const runLater = (readsTwice: boolean): Promise<FunctionRun> =>
        this.runLive(run.seed, {
          runInTime: (act) => runInShiftedTime(run.seed, SHIFT_MS, act),
          readsTwice,
        })
      const listTools = ({ calls }: FunctionRun): string => calls.map(({ tool }) => tool).join(', ')
      const isAlike = (second: FunctionRun): boolean =>
        second.failure === undefined && listTools(second) === listTools(run)
      const doubled = await runLater(true)
      // A read that answers otherwise the next time, such as of a job that ends, is read as often as the first time.
      const second = isAlike(doubled) ? doubled : await runLater(false)
      if (isAlike(second)) return { first: run, second }
      throw new ReferenceFunctionError(
        second.failure === undefined
          ? `a second run of world ${run.seed} calls ${listTools(second) || 'nothing'}, the first ${listTools(run) || 'nothing'}. Let reset() put all data back`
          : `a second run of world ${run.seed} fails: ${second.failure.message}`,
      )
    })
  }

  private get plan(): Pick<RunPlan, 'task' | 'tools' | 'hasDetails'> {
    return { task: this.task, tools: this.tools, hasDetails: true }
  }

  /** A run that is not kept. */
  runLive(seed: number, how: LiveHow = {}): Promise<FunctionRun> {
    return runFunction({ ...this.plan, seed, how })
  }

  /**
   * Runs the function in its worlds, and twice in the first one.
   *
   * @throws ReferenceFunctionError where it fails in more than half of its worlds, or calls otherwise in a second run
   */
  check(first: number): Promise<CheckedRuns> {
    return findOrMake(this.checked, first, () => replaceGlobalsDuring(() => this.checkWorlds(first)))
  }

  private async checkWorlds(first: number): Promise<CheckedRuns> {
    const seeds = Array.from({ length: countWorlds(this.task.live) }, (_, i) => first + i)
    const { runs: all, again } = await this.runInAll(seeds)
    const runs = all.filter(({ failure }) => failure === undefined)
    const failed = all.filter(({ failure }) => failure !== undefined)
    const runWatched = (base: FunctionRun, fields: FieldWatch): Promise<FunctionRun> =>
      runFunction({
        ...this.plan,
        seed: base.seed,
        exchange: { base, outputs: new Map() },
        how: { fields },
        hasDetails: false,
      })
    await checkUndefined(runs.length > 0 ? runs : all, this.tools, runWatched)
    const [{ failure } = {}] = failed
    if (runs.length === 0 && failure !== undefined) throw failure
    const share = `the function fails in ${failed.length} of ${all.length} worlds`
    const example = `in world ${failed[0]?.seed}: ${failure?.message}`
    if (runs.length < failed.length)
      throw new ReferenceFunctionError(`${share}, ${example}`, { cause: failure, at: failure?.at })
    const [own] = runs as [FunctionRun, ...FunctionRun[]]
    if (again !== undefined) checkSameActs(own, own.seed === first ? again : await this.runLive(own.seed))
    const warnings = failed.length > 0 ? [`${share}, which are left out, ${example}`] : []
    if (this.task.live !== undefined) {
      warnings.push(...(await this.describeLeftover(own)))
      await this.runAgain(own)
    }
    await checkAnswer(runs, runWatched)
    return { runs, failed, warning: warnings.length > 0 ? warnings.join('; ') : undefined }
  }

  /** Runs in worlds, and over simulators a second one in the first world. */
  private async runInAll(
    seeds: readonly number[],
  ): Promise<{ runs: FunctionRun[]; again: FunctionRun | undefined }> {
    if (this.task.live !== undefined) {
      const runs: FunctionRun[] = []
      for (const seed of seeds) runs.push(await this.runIn(seed))
      return { runs, again: undefined }
    }
    const made = await runInWorlds(this.task, this.tools, seeds)
    for (const run of made.runs) this.runs.set(run.seed, Promise.resolve(run))
    // What is wrong is said with its place.
    const isDoubtful = made.runs.some((run) => run.failure !== undefined || hasUndefined(run))
    if (!isDoubtful) return made
    const runs: FunctionRun[] = []
    for (const seed of seeds) runs.push(await this.runInDetail(seed))
    return { ...made, runs }
  }

  /** Says what a run left behind for the next one: then a first attempt changes what the second is answered. */
  private async describeLeftover(run: FunctionRun): Promise<string[]> {
    const { live } = this.task
    if (live?.findLeftover === undefined) return []
    const all = [run]
    const readAgain = async (how: LiveHow = {}): Promise<void> =>
      void all.push(await this.runLive(run.seed, { ...how, endsBeforeWrite: true }))
    const compare = (): string[] => live.findLeftover?.(this.describeReads(all)) ?? []
    await readAgain()
    await readAgain({ runInTime: (act) => runInShiftedTime(run.seed, SHIFT_MS, act) })
    let found = compare()
    // Some values change only now and then.
    for (let i = 0; i < MAX_FURTHER_READS && found.length > 0; i++) {
      await readAgain()
      found = compare()
    }
    if (found.length === 0) return []
    live.findLeftover = undefined
    return [
      `what the reference leaves behind changes the answers of a run after it: ${found.join('; ')}. Export reset() from the agent's entry, and let it put all data back`,
    ]
  }

  /** What the reads before the first write answered in several runs, as far as all runs made them. */
  private describeReads(runs: readonly FunctionRun[]): Json[] {
    const [first = []] = runs.map(({ calls }) => calls)
    const isEnd = ({ tool }: FunctionCall, i: number): boolean =>
      this.tools.get(tool)?.effect !== 'read' ||
      runs.some(({ calls: { [i]: call } }) => call?.tool !== tool || isPending(call.result))
    const end = first.findIndex(isEnd)
    return runs.map(({ calls }) =>
      Object.fromEntries(
        calls
          .slice(0, end === -1 ? undefined : end)
          .map(({ tool, result, output }, i) => [
            `${i + 1} ${tool}`,
            result.ok ? output : result.error.message,
          ]),
      ),
    )
  }

  /**
   * The plain task in the world of a seed; found out once.
   *
   * @throws ExpansionError where the function fails in that world
   */
  describe(seed: number, first = this.task.world?.seed ?? 0): Promise<DescribedRun> {
    return findOrMake(this.plain, seed, () => replaceGlobalsDuring(() => this.describeIn(seed, first)))
  }

  /** The plain task of another world that says what a run does: to find it out again takes most of the time of loading. */
  findDescribed(run: FunctionRun): DescribedRun | undefined {
    return this.explored.find((described) => isDescribedBy(described, run))
  }

  /** What differs in a world where the function is shown what other tools answer; see {@link ReferenceCode.findFlip}. */
  async findFlip(seed: number, tools: Tools): Promise<Flip | undefined> {
    const run = await this.runIn(seed)
    const execute: Tools['execute'] = (name, args, world) => executeStep(name, args as Json, world, tools)
    const spoilLive: Tools['spoilLive'] = (name, args, act) => spoilLiveStep(name, args, act, tools)
    const repeating = Object.assign(new Map(tools), { open: tools.open.bind(tools), execute, spoilLive })
    const shown = await runFunction({ ...this.plan, tools: repeating, seed })
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

  /** The plain task of a world, with literals as they come of an agent's results. */
  describeTrace(seed: number, trace: readonly Call[]): Promise<DescribedRun> {
    return replaceGlobalsDuring(() => this.describeIn(seed, this.task.world?.seed ?? 0, trace))
  }

  /** The run over an agent's results, whose values are literals, and values that change by themselves, which are not compared. */
  private async findLiterals(
    { run, others, unstable }: Scene,
    trace: readonly Call[],
  ): Promise<Pick<Scene, 'literals' | 'unstable'>> {
    const exchange = { base: run, outputs: new Map(), others, trace }
    const plan: RunPlan = { ...this.plan, seed: run.seed, exchange, hasDetails: false }
    const one = await runFunction(plan)
    const other = await runFunction({
      ...plan,
      how: { runInTime: (act) => runInShiftedTime(run.seed, SHORT_SHIFT_MS, act) },
    })
    const isLike = ({ failure, shape }: FunctionRun): boolean => failure === undefined && shape === run.shape
    return isLike(one) && isLike(other)
      ? { literals: one, unstable: listUnstable(one, other) }
      : { literals: run, unstable }
  }

  private async describeIn(seed: number, first: number, trace?: readonly Call[]): Promise<DescribedRun> {
    const { task, tools } = this
    const { runs } = await this.check(first)
    const run = await this.runIn(seed)
    const { failure } = run
    if (failure !== undefined)
      throw new ExpansionError(task.task_id, seed, 'the reference', failure.message, failure)
    const others = runs.filter((other) => other.seed !== seed)
    const scene = { task, tools, run, others }
    if (task.live === undefined) {
      const known = this.findDescribed(run)
      if (known !== undefined) return describeRun(scene, known)
      const described = await describeRun({ ...scene, run: await this.runInDetail(seed) })
      this.explored.push(described)
      return described
    }
    const { first: own, second } = await this.runAgain(run)
    const unstable = listUnstable(own, second)
    if (trace === undefined) return describeRun({ ...scene, literals: run, unstable })
    const steady = { ...scene, unstable }
    const shown = await this.findLiterals(steady, trace)
    const { order, timely } = await findObservedOrder(steady, shown.literals ?? run, trace)
    const literals = timely.length < trace.length ? await this.findLiterals(steady, timely) : shown
    return describeRun({ ...scene, ...literals, observed: order })
  }
}

function findOrMake<K, T>(known: Map<K, T>, key: K, make: () => T): T {
  const found = known.get(key) ?? make()
  known.set(key, found)
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
