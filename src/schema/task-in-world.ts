import type { Task } from './task.ts'
import type { Tools, ToolTable } from './tools.ts'

/** Marks, for the compiler alone, a task that is plain in one world. */
declare const plain: unique symbol

/** A task as it is in one world. It alone can be judged; for another world see {@link TaskInWorld.written}. */
export interface PlainTask extends Task {
  /** Keeps a task that was not placed in a world from passing as one. It exists for the type checker alone. */
  readonly [plain]: true
}

/**
 * The expected trace of a task as a function, over the tools that it was prepared with. What it comes to in a world is found
 * out by {@link prepare}, since a function is run asynchronously; the rest reads it.
 */
export interface ReferenceCode {
  /** Digest of what the function comes to in its first worlds. */
  readonly digest: string
  /** What is odd about the function and does not keep the task from being run. */
  readonly warning: string | undefined
  /** Numbers that are the answer in its worlds, each once. */
  readonly numbers: ReadonlySet<number>
  /**
   * Runs the function in worlds, once in each.
   *
   * @param seeds Those of twenty worlds, the task's own first, by default
   */
  prepare(seeds?: readonly number[]): Promise<void>
  /**
   * What the function comes to in the world of a seed.
   *
   * @throws ExpansionError where the function fails in that world; TracewrightError where it was not prepared there
   */
  expandIn(seed: number): ExpansionResult
  /** Equal for worlds in which the function calls the same tools; undefined where it fails. */
  findBranch(seed: number): string | undefined
  /** Where the suite makes the call of each step in that world: file, line and column, as far as they are known. */
  listPlaces(seed: number): Promise<ReadonlyMap<string, string | undefined>>
  /** What the function asks for otherwise in that world where it believes these tools; undefined where nothing differs. */
  findFlip(seed: number, tools: Tools): Promise<Flip | undefined>
}

/** What a world asks for, and what an agent does that believes tools with faults or attacks. */
export interface Flip {
  /** What the world asks for, in words. */
  asked: string
  /** What the tools make an agent believe that it asks for, in words. */
  shown: string
}

/** A task as a suite has it: its expected trace may be a function. */
export type WrittenTask = Task & { readonly [plain]?: never; readonly code?: ReferenceCode }

/** A list in the output of a step that a function takes something from. */
export interface ListRead {
  /** Id of the step. */
  stepId: string
  /** Where the list stands in its output. */
  at: string
  /** Number of items. */
  length: number
}

/** How a function came to the plain task of a world. */
export interface Expansion {
  /** The branch that was taken, for people; equal for worlds in which the task has the same shape. */
  branch: string
  /** Tools that refuse a call of the function, which catches it. */
  refused: readonly string[]
  /** Lists in outputs that the function goes through. */
  lists: readonly ListRead[]
  /** Steps by whose outputs something was decided. */
  deciding: ReadonlySet<string>
  /** Pointers to what decides in the output of a step, by its id; left out where only the whole is known to. */
  decidingLeaves: ReadonlyMap<string, readonly string[]>
  /** Steps that the choice of the answer depends on. */
  answerReads: readonly string[]
}

/** What a function comes to in one world: the plain parts of its task, and how they came about. */
export interface ExpansionResult {
  /** Expected trace and answer, and the world that they hold in. */
  plain: Pick<PlainTask, 'expected_trace' | 'alternatives' | 'expected_final_answer'> & {
    world: NonNullable<Task['world']>
  }
  /** How the function came to them. */
  expansion: Expansion
}

/** A task in the world of one seed. */
export interface TaskInWorld<T extends ToolTable = Tools> {
  /** The task as the suite has it. */
  written: WrittenTask
  /** The task as it is in this world. */
  task: PlainTask
  /** Seed of the world. */
  seed: number
  /** The tools; their worlds begin with the state that the task gives. */
  tools: T
  /** Undefined for a task that is the same in every world. */
  expansion: Expansion | undefined
}
