import type { Task } from '../../schema/task.ts'
import type { ToolResult, Tools } from '../../schema/tools.ts'
import type { Call } from '../../schema/trace.ts'
import { type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import type { LiveApplication, RunInTime } from './live-application.ts'
import type { Written } from './markers.ts'
import type { ReferenceFunctionError } from './reference-error.ts'

/** Tools as a reference function calls them. */
export type CallableTools = Readonly<Record<string, (args?: object) => Promise<unknown>>>

/** The expected trace as a function of the offered tools; what it returns is the expected answer. */
export type ReferenceFunction = (tools: CallableTools) => unknown

/** A task whose expected trace is a function. */
export interface FunctionTask {
  readonly task_id: string
  /** All that the user says. */
  readonly prompt: string
  /** How many messages the user has, the prompt among them. Default 1. */
  readonly messages?: number
  readonly available_tools: readonly string[]
  readonly world?: Task['world']
  readonly reference: ReferenceFunction
  /** Other functions that solve the task. */
  readonly alternatives?: readonly ReferenceFunction[]
  /** Makes a run that blocks its thread end. */
  readonly watch?: RunWatch
  /** What runs the live tools among the offered ones. */
  readonly live?: LiveApplication
}

/** Has another thread watch what may block this one. */
export type RunWatch = <T>(act: () => Promise<T>) => Promise<T>

/** The frame of a call. Its text is made when it is read, which takes longer than the call. */
export interface Caller {
  readonly stack?: unknown
}

/** Equal for calls of one tool with equal arguments. */
export const buildCallKey = (tool: string, args: Json): string => `${tool} ${stringifyStably(args)}`

/** One call that a reference function made. */
export interface FunctionCall {
  readonly index: number
  readonly tool: string
  /** Arguments as they are written, with markers. */
  readonly written: Written
  /** Pointers of the arguments that the function writes as undefined; they are left out. */
  readonly undefinedAt: readonly string[]
  /** Arguments as the tool got them. */
  readonly args: JsonObject
  /** See {@link buildCallKey}. */
  readonly key: string
  /** Number among the calls of its tool, from 0. */
  readonly nth: number
  readonly result: ToolResult
  /** What the function got; null for an error. */
  readonly output: Json
  /** Where the suite makes the call; undefined in a run without details. */
  readonly caller: Caller | undefined
  /** The message of the user that the call waits for; 1 is the prompt. */
  readonly turn: number
  /** Stores that the tool looked at; empty in a run without details. */
  readonly touched: Set<string>
}

/** One run of a reference function in one world. */
export interface FunctionRun {
  readonly seed: number
  readonly calls: readonly FunctionCall[]
  /** The successful calls. */
  readonly steps: readonly FunctionCall[]
  readonly answer: Written | undefined
  /** Pointers of the fields of the answer that are undefined. */
  readonly undefinedAt: readonly string[]
  readonly failure: ReferenceFunctionError | undefined
  /** Stores of the task's state that the calls read. */
  readonly readStores: readonly string[]
  /** Whether it says where the suite makes each call, and at which stores the tools looked. */
  readonly hasDetails: boolean
  /** Equal for runs with the same sequence of tools and the same keys of the answer. */
  readonly shape: string
  /**
   * Results of reads that looked at nothing of their world, by the key of the call: they are the same in all worlds.
   * Undefined for a run that is made alone.
   */
  readonly constants: Map<string, ToolResult> | undefined
  /** What it left in the application of live tools, where that says its state. */
  readonly state?: Json
}

/** Watches what a function reads of results. */
export interface FieldWatch {
  /** Takes note that the call of an index begins. */
  noteCall(index: number): void
  /** An output whose reading is watched. */
  watch(tool: string, output: Json): Json
}

/** How a run is made that is not the usual one. */
export interface LiveHow {
  readonly fields?: FieldWatch
  /** Default the present. */
  readonly runInTime?: RunInTime
  /** Whether every read is made twice. */
  readonly readsTwice?: boolean
  /** Whether the run ends in place of its first write. */
  readonly endsBeforeWrite?: boolean
  /** The arguments that a call is made with in place of its own. */
  readonly reword?: (index: number, args: JsonObject, earlier: readonly FunctionCall[]) => JsonObject
}

/** What a run gets in place of its world's results. */
export interface Exchange {
  /** The run that is changed; an error that it did not have is answered as in this run. */
  readonly base: FunctionRun
  /** Outputs by the index of the call in `base`. */
  readonly outputs: ReadonlyMap<number, Json>
  /** World that answers calls which `base` did not make. Default the world of `base`. */
  readonly otherSeed?: number
  /** Runs that answer calls of live tools which `base` did not make. */
  readonly others?: readonly FunctionRun[]
  /** Calls of an agent, which answer equal calls of live tools. */
  readonly trace?: readonly Call[]
}

/** What is run, where, and how. */
export interface RunPlan {
  readonly task: FunctionTask
  readonly tools: Tools
  readonly seed: number
  /** Results that the function gets in place of the world's. */
  readonly exchange?: Exchange | undefined
  readonly how?: LiveHow | undefined
  readonly constants?: FunctionRun['constants']
  /** As in {@link FunctionRun}: details take a good part of the time of a run. */
  readonly hasDetails: boolean
}
