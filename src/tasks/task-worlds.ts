import { EXPANDED_KEYS, holdsKey } from '../schema/binding.ts'
import { isBranches } from '../schema/condition.ts'
import type { ExpectedTrace, Task } from '../schema/task.ts'
import type {
  Expansion,
  ExpansionResult,
  PlainTask,
  TaskInWorld,
  WrittenTask,
} from '../schema/task-in-world.ts'
import { narrowToTools, type OpenWorld, type Tools, type ToolTable } from '../schema/tools.ts'
import { TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields, type Json } from '../shared/json.ts'
import { memoizeByObject } from '../shared/memoize.ts'
import { expand } from './expander.ts'
import { ExpansionError, runIfExpandable } from './expansion-error.ts'
import { type ReferenceRun, runReference } from './reference-run.ts'
import { prepareTools } from './world-state.ts'

const isDependentAnswer = (answer: Json = null): boolean =>
  isBranches(answer) || holdsKey(answer, EXPANDED_KEYS)

const isDependentTrace = ({ steps, expected_final_answer }: ExpectedTrace): boolean =>
  isDependentAnswer(expected_final_answer) ||
  steps.some(
    ({ when, each, arguments: args }) =>
      when !== undefined || each !== undefined || holdsKey(args, EXPANDED_KEYS),
  )

/** Whether a task is another one in another world, so that it has to be expanded. */
export const dependsOnWorld = ({
  expected_trace,
  alternatives = [],
  expected_final_answer: answer,
  code,
}: WrittenTask): boolean =>
  code !== undefined || [expected_trace, ...alternatives].some(isDependentTrace) || isDependentAnswer(answer)

/** Seeds that are looked at for one in which a task has the same shape. */
const MAX_SEEDS = 20

/** A task in all its worlds. What it comes to in one is found out once. */
export class TaskWorlds<T extends ToolTable = Tools> {
  readonly written: WrittenTask
  readonly tools: T
  /** Whether the task is another one in another world. */
  readonly isDependent: boolean
  private readonly known = new Map<number, ExpansionResult | ExpansionError>()

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
   * The task in the world of a seed; its own by default. Where it depends on the world, the reference run is executed there.
   *
   * @throws ExpansionError where it has no expected trace there
   */
  in(seed: number = this.seed): TaskInWorld<T> {
    const { written } = this
    if (this.isDependent) {
      const { plain, expansion } = this.expandIn(seed)
      const { code: _, ...task } = written
      return this.placeInWorld(seed, { ...task, ...plain } as PlainTask, expansion)
    }
    const isThere = seed === this.seed
    const here = isThere ? written : { ...written, world: { ...written.world, seed } }
    return this.placeInWorld(seed, here as Task as PlainTask, undefined)
  }

  /** As {@link in}; undefined where the task has no expected trace in that world. */
  find(seed: number = this.seed): TaskInWorld<T> | undefined {
    return runIfExpandable(() => this.in(seed))
  }

  /**
   * Seeds after one in which the task takes the same branches: every one for a task that depends on none.
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

  /** The branch that the task takes in the world of a seed; undefined where it has no expected trace there. */
  findBranch(seed: number): string | undefined {
    const { code } = this.written
    return code === undefined ? this.find(seed)?.expansion?.branch : code.findBranch(seed)
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

  /** How the task comes about in the world of a seed, also where it is the same in every world. */
  readExpansion(seed: number): Expansion {
    return this.expandIn(seed).expansion
  }

  private placeInWorld(seed: number, task: PlainTask, expansion: Expansion | undefined): TaskInWorld<T> {
    const able = task.world?.state === undefined ? undefined : narrowToTools(this.tools)
    const tools = able === undefined ? this.tools : (prepareTools(task, able) as ToolTable as T)
    return { written: this.written, task, seed, tools, expansion }
  }

  private expandIn(seed: number): ExpansionResult {
    if (this.written.code !== undefined) return this.written.code.expandIn(seed)
    let known = this.known.get(seed)
    if (known === undefined) {
      const able = narrowToTools(this.tools)
      if (able === undefined)
        throw new TracewrightError(
          `Failed to expand ${this.written.task_id}: it depends on its world, and these tools are schemas alone. Pass \`registryOf(simulators)\`.`,
        )
      try {
        known = expand({ source: this.written, seed, tools: able })
      } catch (error) {
        if (!(error instanceof ExpansionError)) throw error
        known = error
      }
      this.known.set(seed, known)
    }
    if (known instanceof ExpansionError) throw known
    return known
  }
}

/**
 * The branch that a task takes in a world where results stand in the place of those of the reference run, by step;
 * undefined where it has no expected trace then.
 */
export function findBranchShown(
  { written, seed }: Pick<TaskInWorld<ToolTable>, 'written' | 'seed'>,
  tools: Tools,
  shown?: ReadonlyMap<string, Json>,
): string | undefined {
  // What a function would do with other results is found out when its task is made, not here.
  if (written.code !== undefined) return undefined
  return runIfExpandable(
    () => expand({ source: written, seed, tools, ...dropUndefinedFields({ shown }) }).expansion.branch,
  )
}

const worldsByTools = memoizeByObject((task: WrittenTask) =>
  memoizeByObject((tools: ToolTable) => new TaskWorlds(task, tools)),
)

/** The worlds of a task. They are the same while task and tools are in use, so that a world is expanded once. */
export const openWorlds = <T extends ToolTable>(task: WrittenTask, tools: T): TaskWorlds<T> =>
  worldsByTools(task)(tools) as TaskWorlds<ToolTable> as TaskWorlds<T>
