import type { Task } from '../schema/task.ts'
import type { Expansion, PlainTask, TaskInWorld, WrittenTask } from '../schema/task-in-world.ts'
import { narrowToTools, type OpenWorld, type Tools, type ToolTable } from '../schema/tools.ts'
import { runIfExpandable } from './expansion-error.ts'
import { type ReferenceRun, runReference } from './reference-run.ts'
import { prepareTools } from './world-state.ts'

/** Whether a task is another one in another world: its expected trace is a function. */
export const dependsOnWorld = ({ code }: WrittenTask): boolean => code !== undefined

/** Seeds that are looked at for one in which a task has the same shape. */
const MAX_SEEDS = 20

/** A task in all its worlds. */
export class TaskWorlds<T extends ToolTable = Tools> {
  readonly written: WrittenTask
  readonly tools: T
  /** Whether the task is another one in another world. */
  readonly isDependent: boolean

  constructor(written: WrittenTask, tools: T) {
    this.written = written
    this.tools = tools
    this.isDependent = dependsOnWorld(written)
  }

  /** Seed of the task's own world. */
  get seed(): number {
    return this.written.world?.seed ?? 0
  }

  /** Finds out what a task whose expected trace is a function comes to in these worlds; in all of them by default. */
  async prepare(seeds?: readonly number[]): Promise<void> {
    await this.written.code?.prepare(seeds)
  }

  /**
   * The task in the world of a seed; its own by default. A function has to be prepared there, see {@link prepare}.
   *
   * @throws ExpansionError where it has no expected trace there
   */
  in(seed: number = this.seed): TaskInWorld<T> {
    const { code, ...task } = this.written
    if (code !== undefined) {
      const { plain, expansion } = code.expandIn(seed)
      return this.placeInWorld(seed, { ...task, ...plain } as PlainTask, expansion)
    }
    const here = seed === this.seed ? this.written : { ...task, world: { ...task.world, seed } }
    return this.placeInWorld(seed, here as Task as PlainTask, undefined)
  }

  /** As {@link in}; undefined where the task has no expected trace in that world. */
  find(seed: number = this.seed): TaskInWorld<T> | undefined {
    return runIfExpandable(() => this.in(seed))
  }

  /**
   * Seeds after one in which the task takes the same branch: every one for a task that depends on none.
   *
   * @param count How many are wanted; there may be fewer
   * @param seed That of the task's own world by default
   */
  listSimilarSeeds(count: number, seed: number = this.seed): number[] {
    const branch = this.findBranch(seed)
    const found: number[] = []
    for (let other = seed + 1; other <= seed + MAX_SEEDS && found.length < count; other++)
      if (branch === undefined || this.findBranch(other) === branch) found.push(other)
    return found
  }

  /** The branch that a function takes in the world of a seed; undefined where it fails there, and for a fixed trace. */
  findBranch(seed: number): string | undefined {
    return this.written.code?.findBranch(seed)
  }

  /**
   * The expected trace executed in the world of a seed; that of the task by default.
   *
   * @throws TracewrightError where it has none there, a step fails or a binding leads nowhere
   */
  reference<World extends OpenWorld>(this: TaskWorlds<Tools<World>>, seed = this.seed): ReferenceRun<World> {
    const { task, tools } = this.in(seed)
    return runReference(task, tools)
  }

  private placeInWorld(seed: number, task: PlainTask, expansion: Expansion | undefined): TaskInWorld<T> {
    const able = task.world?.state === undefined ? undefined : narrowToTools(this.tools)
    const tools = able === undefined ? this.tools : (prepareTools(task, able) as ToolTable as T)
    return { written: this.written, task, seed, tools, expansion }
  }
}

export const openWorlds = <T extends ToolTable>(task: WrittenTask, tools: T): TaskWorlds<T> =>
  new TaskWorlds(task, tools)
