import { TracewrightError } from '../shared/errors.ts'
import type { Json, JsonObject } from '../shared/json.ts'
import type { CallFault } from './fault.ts'
import type { Effect, Tool, ToolErrorBody } from './tool.ts'
import type { CommittedEffect, WorldHooks, WorldSnapshot } from './world.ts'

/**
 * Outcome of one tool call. `committed` is true when the world keeps an effect of it; `thrown` is what a simulator threw
 * other than a refusal, which is never told on the wire.
 */
export type ToolResult =
  | { ok: true; status: 200; output: Json; committed: boolean }
  | { ok: false; status: number; error: ToolErrorBody; committed: boolean; thrown?: unknown }

/** A world that tools are called in, for code that knows no simulator. */
export interface OpenWorld {
  /** Seed of its data. */
  readonly seed: number
  /** Its fixed time, in milliseconds since the epoch. */
  readonly clock: { readonly now: number }
  /** Committed effects in order of commitment. */
  readonly journal: readonly CommittedEffect[]
  /** Stores that have records from the task and that no tool has used. */
  readonly unreadState: readonly string[]
  /** Stores that tools have used, if the task has records. */
  readonly readStores: readonly string[]
  /** A frozen copy of its state. */
  snapshot(): WorldSnapshot
  /** A world of its own with the same state. */
  fork(): OpenWorld
}

/** Schemas and effects of tools, by name: as far as judging a trace needs them. */
export type ToolTable = ReadonlyMap<
  string,
  Pick<Tool, 'inputSchema' | 'outputSchema' | 'effect'> & { isEffectUnknown?: boolean; isLive?: boolean }
>

/** Tools by name that can be called, and the worlds to call them in. */
export interface Tools<World extends OpenWorld = OpenWorld, Definition extends Tool = Tool>
  extends ReadonlyMap<string, Definition> {
  /** A new world. @param hooks What is drawn otherwise than the seed says, and who is told. */
  open(seed: number, hooks?: WorldHooks): World
  /**
   * Calls a tool in a world. Never throws for bad input; a name without a tool is answered with 404.
   *
   * @param floats JSON Pointers of arguments written as `30.0`. Default none.
   */
  execute(name: string, args: unknown, world: World, floats?: ReadonlySet<string>): ToolResult
  /** Runs a live tool where its answer is spoilt on purpose. Default: as it answers. */
  spoilLive?(name: string, args: JsonObject, run: () => Promise<ToolResult>): Promise<ToolResult>
}

/**
 * The same tools, where they can be called; undefined for schemas alone.
 *
 * @throws TracewrightError for simulators in a plain `Map`: they would be judged as schemas alone without a word
 */
export function narrowToTools(tools: ToolTable): Tools | undefined {
  if ('execute' in tools) return tools as Tools
  for (const tool of tools.values()) {
    if ('run' in tool)
      throw new TracewrightError(
        'Failed to call tools: a plain Map of simulators has no world. Pass `registryOf(simulators)`.',
      )
    break
  }
  return undefined
}

/** What becomes of an answer on its way: it is lost after this many milliseconds, or another text comes. */
export type FaultyWire = { lost: number } | { text: string }

/** What a call came to that may have gone wrong on purpose. */
export interface FaultyResult {
  /** As the trace has it; status 0 where no answer came that can be read. */
  result: ToolResult
  fault?: CallFault
  /** What the caller is given in place of the result. */
  wire?: FaultyWire
  /** Seconds after which the caller may try again. */
  retryAfter?: number
}

/** An answer as an API gives it on the wire. */
export interface WireReply {
  /** HTTP status. */
  status: number
  /** Content type; empty where there was none. */
  type: string
  /** Text of the body. */
  body: string
}

/** A call that the agent's own tool answers itself. */
export interface LiveCall {
  /** What the tool does to the world; undefined where nobody says. */
  readonly effect: Effect | undefined
  /** What comes of the call before the tool is run: a fault on purpose. */
  readonly refused: FaultyResult | undefined
  /** What comes of the tool's result: a fault may spoil it, and an attack may stand in it. */
  finish(args: JsonObject, result: ToolResult): FaultyResult
}

/** What answers the calls of one attempt: its tools, in its world, with what goes wrong on purpose. */
export interface AttemptTools {
  /** The definition of a tool; undefined for a name without one. */
  get(name: string): Tool | undefined
  /** Definitions as the agent is shown them, in the order of the names; a name without a tool is left out. */
  shown(names: readonly string[]): Pick<Tool, 'name' | 'description' | 'inputSchema'>[]
  /**
   * Calls a tool: a planned fault may befall the call, and an attack may stand in its result.
   *
   * @param id Id of the call.
   * @param floats JSON Pointers of arguments written as `30.0`. Default none.
   */
  call(name: string, args: unknown, id: string, floats?: ReadonlySet<string>): FaultyResult
  /** Begins a call that the agent's own tool answers itself. */
  openLive(name: string, id: string): LiveCall
  /** What the real API answered to a call, where that is known. */
  recorded(name: string, args: JsonObject): WireReply | undefined
  /** Whether a tool takes time to get ready for a call. */
  needsPreparation(name: string): boolean
  /** Runs `act` once the tool is ready for the call; at once where it takes no time. */
  whenPrepared<T>(name: string, args: Json, act: () => T): Promise<T>
}
