// biome-ignore-all lint/suspicious/noExplicitAny: what a project leaves untyped has to be usable
import type { z } from 'zod'
import type { Task } from '../../schema/task.ts'
import type { Json } from '../../shared/json.ts'

/**
 * Types of a project's tools: `name: [arguments, result]`. Empty until a project or a generated file adds to it. From then on
 * a name that neither this interface nor the built-in tools have is an error.
 *
 * @example
 * declare module 'tracewright/suite' {
 *   interface Tools {
 *     find_order: [{ reference: string }, { id: string; total: number }]
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: projects add to it
export interface Tools {}

/** Types of the tools that come with tracewright. The build fills it from their schemas. */
// biome-ignore lint/suspicious/noEmptyInterface: the build adds to it
export interface BuiltInTools {}

/** Marks the type of the value that a marker stands for. It exists for the type checker alone. */
declare const EXAMPLE: unique symbol

/** A marker in the place of a value of this type. */
export interface MarkerOf<Value> {
  /** Type of the value that the marker stands for. */
  readonly [EXAMPLE]: Value
}

/** A value any part of which may be a marker. */
type MarkedParts<Value> = Value extends readonly (infer Item)[]
  ? readonly Marked<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Marked<Value[Key]> }
    : Value

/** A value, or a marker in its place; its fields and items likewise, at every depth. */
export type Marked<Value> = 0 extends 1 & Value ? any : MarkedParts<Value> | MarkerOf<MarkedParts<Value>>

/** What the outermost marker of a value stands for. */
export type Unmarked<Value> = Value extends MarkerOf<infer Example> ? Example : Value

/** A name of a tool. Any text as long as a project declares no types of its tools. */
export type ToolName =
  | (keyof BuiltInTools & string)
  | ([keyof Tools] extends [never] ? string & Record<never, never> : keyof Tools & string)

/** Arguments and result of a tool. */
type CallOfName<Name> = Name extends keyof Tools
  ? Tools[Name]
  : Name extends keyof BuiltInTools
    ? BuiltInTools[Name]
    : [any, any]

/** A result whose fields are there: a reference reads what is there in its worlds, and would else check each field. */
export type Present<Value> = unknown extends Value
  ? Value
  : Value extends readonly (infer Item)[]
    ? Present<Item>[]
    : Value extends object
      ? {
          [Key in keyof Value]-?: Present<unknown extends Value[Key] ? Value[Key] : NonNullable<Value[Key]>>
        }
      : Value

/** A tool as a reference function calls it. */
export type ToolFunction<Call> = Call extends readonly [infer Input, infer Output]
  ? Record<never, never> extends Input
    ? (args?: MarkedParts<Input>) => Promise<Present<Output>>
    : (args: MarkedParts<Input>) => Promise<Present<Output>>
  : never

/** The offered tools, by name. */
export type OfferedTools<Name extends string> = { readonly [Key in Name]: ToolFunction<CallOfName<Key>> }

/** The expected trace of a task: calls the offered tools and returns the expected answer. */
export type TypedReference<Name extends string> = (tools: OfferedTools<Name>) => Promise<unknown>

/** Fields of a task that its options take as they are. */
type TaskInput = Pick<
  Task,
  | 'within'
  | 'faults'
  | 'injections'
  | 'turns'
  | 'expected_state'
  | 'grade'
  | 'checks'
  | 'timeout'
  | 'tags'
  | 'pattern'
>

/** Draws one of several values by the seed of the world; null leaves out a record. */
export type Draw = <Value extends Json>(values: readonly Value[]) => Value

/** Records that stores begin with, by the name of the store. */
export type InitialState = Readonly<Record<string, readonly Json[]>>

/** Options of a task. */
export interface TaskOptions<Name extends string> extends TaskInput {
  /** The prompt for the agent. */
  prompt: string
  /** The offered tools. */
  tools: readonly Name[]
  /** The first world. Default 0. */
  seed?: number
  /** Whether every attempt runs in the first world. Default false. */
  fixed?: boolean
  /** Records that stores begin with, by the name of the store; drawn values depend on the seed. */
  state?: InitialState | ((draw: Draw) => InitialState)
  /** Tools that must not be called. */
  never?: readonly ToolName[]
  /** Other functions that solve the task; the best one counts. */
  alternatives?: readonly TypedReference<Name>[]
}

/** Adds a task to the suite: its name, its options, and the function that solves it. */
interface AddTask {
  /** The task of this name. */
  <const Name extends ToolName>(
    name: string,
    options: TaskOptions<Name>,
    reference: TypedReference<Name>,
  ): void
  /** A task for each row; in the name, `$field` is that of the row and `%s` the row. */
  each<Row>(
    rows: readonly Row[],
  ): <const Name extends ToolName>(
    name: string,
    options: TaskOptions<Name> | ((row: Row) => TaskOptions<Name>),
    reference: (tools: OfferedTools<Name>, row: Row) => Promise<unknown>,
  ) => void
}

/** Registers a task as a test. */
export interface TaskFunction extends AddTask {
  /** Runs this task alone. */
  only: AddTask
  /** Leaves the task out. */
  skip: AddTask
  /** Lists the task and does not run it; its function may be missing. */
  todo: <const Name extends ToolName>(
    name: string,
    options?: TaskOptions<Name>,
    reference?: TypedReference<Name>,
  ) => void
}

/** What a tool's function gives once it has settled. */
type Result<Returned> = Exclude<Awaited<Returned>, AsyncIterable<unknown>>

/**
 * Arguments and result of a simulator, or of a tool of the AI SDK or LangChain. A text of LangChain may hold JSON. The tuples
 * keep a tool that is a union whole.
 */
export type CallOf<Tool> = [Tool] extends [
  { input: infer In extends z.ZodType; output: infer Out extends z.ZodType },
]
  ? [z.input<In>, z.output<Out>]
  : [Tool] extends [{ schema: infer Schema; func: (...args: never[]) => infer Returned }]
    ? [
        Schema extends { _input: infer Input } ? Input : any,
        string extends Result<Returned> ? any : Result<Returned>,
      ]
    : [Tool] extends [
          { inputSchema: unknown; execute?: (input: infer Input, ...rest: never[]) => infer Returned },
        ]
      ? [Input, Result<Returned>]
      : [any, any]

/** Types of all tools of a list or a record: `interface Tools extends CallsOf<typeof tools> {}`. */
export type CallsOf<All> = All extends readonly (infer Tool extends { name: string })[]
  ? { [One in Tool as One['name']]: CallOf<One> }
  : { [Name in keyof All]: CallOf<All[Name]> }
