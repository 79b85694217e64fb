import { nextAttempt } from '../baseline/store.ts'
import type { Baseline } from '../schema/baseline.ts'
import { listSources } from '../schema/binding.ts'
import type { Flip, PlainTask, TaskInWorld, WrittenTask } from '../schema/task-in-world.ts'
import type { AttemptTools, OpenWorld, ToolResult, Tools } from '../schema/tools.ts'
import type { WorldHooks } from '../schema/world.ts'
import { groupBy } from '../shared/group.ts'
import type { JsonObject } from '../shared/json.ts'
import { memoizeOnce } from '../shared/memoize.ts'
import { ExpansionError } from '../tasks/expansion-error.ts'
import { countWorlds } from '../tasks/reference/function-worlds.ts'
import { findApplication } from '../tasks/reference/live-application.ts'
import { dependsOnWorld, type TaskWorlds } from '../tasks/task-worlds.ts'
import { isRecorded } from '../tools/define-simulator.ts'
import type { Registry } from '../tools/registry.ts'
import type { World } from '../tools/world/world.ts'
import { openAttempt } from './attempt/open-attempt.ts'

/** Worlds of a task, which the audit's oracle rule covers. */
const WORLDS_PER_TASK = 20

/** Whether a value that flowed, or a condition, counts anywhere: only then does another world ask for something else. */
function bindsAnything(task: WrittenTask): boolean {
  if (dependsOnWorld(task)) return true
  const { expected_trace, alternatives = [], expected_final_answer } = task
  const graded = [expected_trace, ...alternatives].flatMap(({ steps }) =>
    steps.map(({ arguments: args }) => args),
  )
  return [...graded, expected_final_answer ?? null].some((value) => listSources(value).length > 0)
}

/** World in which a recording answers as the real API did. */
const RECORDED_WORLD = 0

/**
 * Whether a task would be judged in the world of its recording although others differ from it. There a value that the
 * agent remembers from the recording passes. A task with `"world": {"fixed": true}` replays its recording on purpose.
 */
export const isInRecordedWorld = (task: WrittenTask, seed: number, registry: Registry): boolean =>
  seed === RECORDED_WORLD &&
  task.world?.fixed !== true &&
  bindsAnything(task) &&
  hasRecordedTool(task, registry)

const hasRecordedTool = ({ available_tools }: WrittenTask, registry: Registry): boolean =>
  available_tools.some((name) => isRecorded(registry.get(name)))

/**
 * Seed of the world of attempt number `j` at a task, counted over all runs: `seed + (j mod 20)`, or for a function that
 * decides the `j`th of its worlds as {@link spreadBranches} puts them. So a value remembered from another attempt is
 * wrong, and a world comes back only after the other nineteen. The world of a recording is none of the twenty. A task
 * with `"world": {"fixed": true}`, one that binds nothing, and one that decides by what was recorded stay in theirs.
 */
export function chooseSeed(task: WrittenTask, j: number, registry: Registry): number {
  if (isFixed(task, registry) || !bindsAnything(task)) return task.world?.seed ?? 0
  const seeds = listSeeds(task, registry)
  return spreadBranches(task, seeds)[j % seeds.length] as number
}

/**
 * The first world of each branch, then the others, in which each branch is spread evenly: baseline and run then have the
 * same share of it. Worlds in which the function fails come last.
 */
function spreadBranches({ code }: WrittenTask, seeds: readonly number[]): readonly number[] {
  if (code === undefined) return seeds
  const branches = [...groupBy(seeds, (seed) => code.findBranch(seed))]
  const turns = branches.flatMap(([branch, same]) =>
    same.map((seed, i) => ({ seed, turn: branch === undefined ? 1 : i / same.length })),
  )
  return turns.sort((one, other) => one.turn - other.turn || one.seed - other.seed).map(({ seed }) => seed)
}

const countWorldsOf = (task: WrittenTask, registry: Registry): number =>
  countWorlds(findApplication(task, registry), WORLDS_PER_TASK)

const isFixed = (task: WrittenTask, registry: Registry): boolean =>
  task.world?.fixed === true || (dependsOnWorld(task) && hasRecordedTool(task, registry))

export function listSeeds(task: WrittenTask, registry: Registry): number[] {
  const seed = task.world?.seed ?? 0
  if (isFixed(task, registry)) return [seed]
  const first = isInRecordedWorld(task, seed, registry) ? seed + 1 : seed
  return Array.from({ length: countWorldsOf(task, registry) }, (_, i) => first + i)
}

/** A task in a world of its own, and what is to be said of that. */
export interface PlacedTask extends TaskInWorld<Registry> {
  /** Set where it is not as it was asked for. */
  warning?: string
}

/**
 * A task as it is in the world of a seed or, where it has no expected trace there, in the next of its worlds in which it
 * has one.
 *
 * @throws ExpansionError where it has none in any of its worlds
 */
export function findExpandable(worlds: TaskWorlds<Registry>, seed: number): PlacedTask {
  if (!worlds.isDependent) return worlds.in(seed)
  const seeds = listSeeds(worlds.written, worlds.tools)
  const at = Math.max(0, seeds.indexOf(seed))
  let first: ExpansionError | undefined
  for (const other of [seed, ...seeds.slice(at + 1), ...seeds.slice(0, at)]) {
    try {
      const here = worlds.in(other)
      const warning = `world ${seed} has no expected trace (${first?.field}: ${first?.reason}), so the attempt was made in world ${other}`
      return first === undefined ? here : { ...here, warning }
    } catch (error) {
      if (!(error instanceof ExpansionError)) throw error
      first ??= error
    }
  }
  throw first
}

/** Finds out what a task whose expected trace is a function comes to in a world or, where it fails there, in all others. */
export async function prepareWorld(worlds: TaskWorlds<Registry>, seed: number): Promise<void> {
  await worlds.prepare([seed])
  if (worlds.find(seed) === undefined) await worlds.prepare()
}

/** The tools as they answer an agent at this task, with what goes wrong on purpose. */
function createSpoilingTools(task: PlainTask, registry: Registry): Tools {
  const { task_id, prompt, available_tools, faults, injections } = task
  const asked = { task_id, prompt, available_tools, faults, injections }
  const byWorld = new WeakMap<OpenWorld, AttemptTools>()
  let calls = 0
  const spoilIn = (world: World): AttemptTools => openAttempt(asked, world, registry, {}).context.tools
  const findLiveTools = memoizeOnce(() => spoilIn(registry.open(task.world?.seed ?? 0)))
  return Object.assign(new Map(registry), {
    open(seed: number, hooks?: WorldHooks): World {
      const world = registry.open(seed, hooks)
      byWorld.set(world, spoilIn(world))
      return world
    },
    execute: (name: string, args: unknown, world: OpenWorld) =>
      (byWorld.get(world) as AttemptTools).call(name, args, `call_${calls++}`).result,
    async spoilLive(name: string, args: JsonObject, run: () => Promise<ToolResult>): Promise<ToolResult> {
      const { refused, finish } = findLiveTools().openLive(name, `call_${calls++}`)
      return (refused ?? finish(args, await run())).result
    },
  })
}

/** What an agent does that believes its tools, where faults or attacks of the task make it another thing than its world asks for. */
export async function findFlip({
  task,
  written,
  seed,
  tools,
}: TaskInWorld<Registry>): Promise<Flip | undefined> {
  const { faults = [], injections = [] } = task
  return faults.length + injections.length === 0
    ? undefined
    : written.code?.findFlip(seed, createSpoilingTools(task, tools))
}

/** A task without the faults and attacks of its run, where these would decide otherwise than its world. */
async function removeFlips(here: TaskInWorld<Registry>): Promise<PlacedTask> {
  const { task, written, seed } = here
  const { faults: _faults, injections: _injections, ...undisturbed } = task
  const flip = await findFlip(here)
  if (flip === undefined) return here
  const warning = `faults and attacks were left out: they would turn "${flip.asked}" into "${flip.shown}" in world ${seed}`
  const { faults: _, injections: __, ...calm } = written
  return { ...here, written: calm, task: undisturbed, warning }
}

/** A task as an attempt meets it, and what its verdict warns of. */
export interface AttemptTask {
  here: TaskInWorld<Registry>
  warnings: string[]
}

/**
 * A task as an attempt meets it: in the world of a seed or the next in which it has an expected trace, without the faults
 * and attacks that would decide otherwise than its world.
 *
 * @throws ExpansionError where it has no expected trace in any of its worlds
 */
export async function placeAttempt(worlds: TaskWorlds<Registry>, wanted: number): Promise<AttemptTask> {
  await prepareWorld(worlds, wanted)
  const { warning: moved, ...placed } = findExpandable(worlds, wanted)
  const { warning: flipped, ...here } = await removeFlips(placed)
  return { here, warnings: [moved, flipped].filter((one) => one !== undefined) }
}

/** Branches of a function that a case is run in, at most. */
const MAX_BRANCHES = 6

/** The first world of each branch that a function takes. */
function listWorldsOfBranches(worlds: TaskWorlds<Registry>): number[] {
  if (!worlds.isDependent) return []
  const first = new Map<string, number>()
  for (const seed of listSeeds(worlds.written, worlds.tools)) {
    const branch = worlds.findBranch(seed)
    if (branch !== undefined && !first.has(branch)) first.set(branch, seed)
  }
  return [...first.values()].slice(0, MAX_BRANCHES)
}

/** Worlds of the first branches of a function: those in which a check looks at it, and those it compares them with. */
export function listVettedSeeds(task: WrittenTask, registry: Registry): number[] {
  const seeds = listSeeds(task, registry)
  const shown = [...new Set(seeds.map((seed) => task.code?.findBranch(seed)))].slice(0, MAX_BRANCHES)
  return seeds.filter((seed) => shown.includes(task.code?.findBranch(seed)))
}

/** The worlds that a case is run in where one failure counts: the first of each branch of a function, else one. */
export function listWorldsBothWays(worlds: TaskWorlds<Registry>): number[] {
  const first = listWorldsOfBranches(worlds)
  return first.length === 0 ? [chooseSeed(worlds.written, 0, worlds.tools)] : first
}

/** Number of the first attempt of a run at a task: numbers go on from where the baseline's record stopped. */
export const chooseFirstAttempt = (
  key: string,
  baseline: Baseline | undefined,
  deterministic: boolean,
): number => (deterministic ? 0 : nextAttempt(baseline?.tasks[key]))
