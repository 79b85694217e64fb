import type { Agent, CalibrationAgent } from '../../schema/agent.ts'
import type { Tool } from '../../schema/tool.ts'
import type { ToolResult, ToolTable } from '../../schema/tools.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { Json, JsonObject } from '../../shared/json.ts'

/** Most worlds of a task, and of an application of live tools. */
export const MAX_WORLDS = 20
/** Milliseconds that `Date` is ahead in a second run, in which what changes by itself is to change: a day and some. */
export const SHIFT_MS = 93_784_005

/** What is wrong with the application itself: it fails every task over live tools. */
export class ApplicationError extends TracewrightError {}

/** Runs something at a time that is not the present. */
export type RunInTime = <T>(run: () => Promise<T>) => Promise<T>

/** A run over data that were put back. */
export interface LiveRun {
  seed: number
  /** Default the present. */
  runInTime?: RunInTime | undefined
  /** Live tools that it may call. Default none. */
  tools?: readonly string[]
}

/** What two runs of the reference and the agent's run left, and the writes that both made. */
export interface LeftStates {
  reference: Json
  /** What changes by itself differs between these two. */
  runs: readonly [Json, Json]
  after: Json
  writes: readonly (readonly [LiveCallRecord, LiveCallRecord])[]
}
export interface LiveCallRecord {
  arguments: Json
  result: Json
}

/** Watches the state around a call. */
export interface CallWatch {
  /** Reads the state before the call. */
  begin(): Promise<void>
  /** Ends the watch. @returns Whether the state changed; undefined where nobody can say */
  end(): Promise<boolean | undefined>
}

/** The application whose own tools answer themselves. */
export interface LiveApplication {
  /** How many worlds its `reset()` can fill. */
  readonly worlds: number
  /** Whether what references leave is kept as snapshots. */
  readonly keepsSnapshots: boolean
  /** Runs a tool itself. @throws TracewrightError for a tool that nobody made */
  call(tool: string, args: JsonObject): Promise<ToolResult>
  /** Puts the data back, runs, and reads the state that is left; one run after the other. */
  runInWorld<T>(run: LiveRun, act: () => Promise<T>): Promise<{ value: T; state: Json | undefined }>
  /** How the state after the agent's run differs from what the reference leaves. */
  compareStates(states: LeftStates): string[]
  /** Takes note of a call that may write. */
  watchCall(): CallWatch
  /**
   * How a run changed what reads answer after it, where no `state()` tells; undefined where it does, or once it was told.
   *
   * @param answers What the run's reads answered before its first write, then what they answer in runs that do not write
   */
  findLeftover: ((answers: readonly Json[]) => string[]) | undefined
}

/** The application of an agent that a test names by hand. */
export interface HandedApplication {
  /** The agent over the application, in the place of the one that the test named. */
  agent: Agent | CalibrationAgent
  application: LiveApplication
  /** The tools that the agent made or called so far. */
  listTools(): (Pick<Tool, 'name' | 'description'> & Partial<Pick<Tool, 'inputSchema'>>)[]
}

/** Opens the application of an agent that a test names by hand. */
export type OpenApplication = (agent: Agent | CalibrationAgent) => Promise<HandedApplication>

/** Shared by every copy of this module in a worker. */
const KEY = Symbol.for('tracewright.application')
const OPEN_KEY = Symbol.for('tracewright.open-application')
const holder = globalThis as {
  [KEY]?: LiveApplication | undefined
  [OPEN_KEY]?: OpenApplication | undefined
}

/** Has hand-written tests open applications; without own tools there are none. */
export function serveOpenApplication(open: OpenApplication | undefined): void {
  holder[OPEN_KEY] = open
}

/** What opens the application of an agent; undefined without own tools. */
export const readOpenApplication = (): OpenApplication | undefined => holder[OPEN_KEY]

/** Has tasks over live tools use an application, in this worker. */
export function serveApplication(application: LiveApplication | undefined): void {
  holder[KEY] = application
}

/** The application that is in use in this worker. */
export const readApplication = (): LiveApplication | undefined => holder[KEY]

/** The application of a task, where it offers live tools. */
export const findApplication = (
  { available_tools: names }: { available_tools: readonly string[] },
  tools: ToolTable,
): LiveApplication | undefined => (names.some((name) => tools.get(name)?.isLive) ? holder[KEY] : undefined)
