import type { Json } from '../shared/json.ts'
import type { ExpectedTrace, Step, Task } from './task.ts'
import type { Tools, ToolTable } from './tools.ts'

/** Marks, for the compiler alone, a task that is plain in one world. */
declare const plain: unique symbol

/** A step that is called, once. */
export interface PlainStep extends Step {
  when?: never
  each?: never
}

/** The calls that are expected in one world. */
export interface PlainTrace extends ExpectedTrace {
  steps: PlainStep[]
}

/**
 * A task without conditions and repetitions, as it is in one world. It alone can be judged, and it cannot be expanded
 * again: see {@link TaskInWorld.written}.
 */
export interface PlainTask extends Task {
  expected_trace: PlainTrace
  alternatives?: PlainTrace[] | undefined
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
  /** @param seeds Those of twenty worlds, the task's own first, by default */
  prepare(seeds?: readonly number[]): Promise<void>
  /** @throws ExpansionError where the function fails in that world; TracewrightError where it was not prepared there */
  expandIn(seed: number): ExpansionResult
  /** Equal for worlds in which the function calls the same tools; undefined where it fails. */
  findBranch(seed: number): string | undefined
  /** Where the suite makes the call of each step in that world: file, line and column, as far as they are known. */
  listPlaces(seed: number): Promise<(string | undefined)[]>
  /** What the function asks for otherwise in that world where it believes these tools; undefined where nothing differs. */
  findFlip(seed: number, tools: Tools): Promise<Flip | undefined>
}

/** What a world asks for, and what an agent does that believes tools with faults or attacks. */
export interface Flip {
  asked: string
  shown: string
}

/** A task as a suite has it: it may have conditions and repetitions. */
export type WrittenTask = Task & { readonly [plain]?: never; readonly code?: ReferenceCode }

/** One condition that was decided in a world. */
export interface Decision {
  /** Id of the step whose `when` it is, or `answer 1` for the first branch of the answer. */
  name: string
  holds: boolean
  /** The condition with the values that it read, and what follows. */
  words: string
}

/** A list that a step of the expanded trace gives and that an `each`, a `$find` or a `$all` goes through. */
export interface ListRead {
  /** Id of the step in the expanded trace. */
  stepId: string
  /** Where the list stands in its output. */
  at: string
  /** Number of items. */
  length: number
}

/** How a task changed to the plain one of a world. */
export interface Expansion {
  /** The branches that were taken, for people; equal for worlds in which the task has the same shape. */
  branch: string
  /** Every `when` that was reached, once for each copy of its step. */
  decisions: readonly Decision[]
  counts: readonly { stepId: string; passed: number; items: number }[]
  lists: readonly ListRead[]
  /** Steps by whose outputs something was decided. */
  deciding: ReadonlySet<string>
  /** Pointers to what decides in the output of a step, by its id; left out where only the whole is known to. */
  decidingLeaves: ReadonlyMap<string, readonly string[]>
  /** What conditions read: the step or field that a condition belongs to, and bindings in the expanded trace. */
  conditionReads: readonly { field: string; value: Json }[]
  /** Stores that the task gives records for and that no step reads. */
  unreadState: readonly string[]
  /** Stores that the steps read, where the task gives records. */
  readStores: readonly string[]
  /** Steps that the choice of the answer depends on. */
  answerReads: readonly string[]
}

/** What a task comes to in one world: its plain parts, and how they came about. */
export interface ExpansionResult {
  plain: Pick<PlainTask, 'expected_trace' | 'alternatives' | 'expected_final_answer'> & {
    world: NonNullable<Task['world']>
  }
  expansion: Expansion
}

/** A task in the world of one seed. */
export interface TaskInWorld<T extends ToolTable = Tools> {
  written: WrittenTask
  task: PlainTask
  seed: number
  /** The tools; their worlds begin with the state that the task gives. */
  tools: T
  /** Undefined for a task that is the same in every world. */
  expansion: Expansion | undefined
}
