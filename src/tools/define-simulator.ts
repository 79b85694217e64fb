import type { z } from 'zod'
import type { FaultRule } from '../schema/fault.ts'
import type { Capability, Category, Effect, Tool } from '../schema/tool.ts'
import type { WireReply } from '../schema/tools.ts'
import type { Json, JsonObject } from '../shared/json.ts'
import type { CallContext } from './call.ts'
import { buildJsonSchema } from './json-schema-of.ts'
import { createSimulatorWorld, type SimulatorWorld } from './simulator-world.ts'
import type { World } from './world/world.ts'

/** What every declaration of a simulator says. */
export interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodType> {
  /** Name that the model calls. */
  name: string
  /** Group of the tool in lists and reports. */
  category: Category
  /** What a call does to the world. */
  effect: Effect
  /** What the tool is for. */
  capability: Capability
  /** Whether a successful call with these arguments changes the world, where not every call of a writing tool does. */
  commits?(args: z.output<Input>): boolean
  /** What it returns, in which units and formats, and its limits. Models choose by it. */
  description: string
  /** Schema of the arguments. */
  input: Input
  /** Schema of the result: an object, or a text where the tool answers one. */
  output: Output
}

/** What `defineSimulator` takes. */
export interface SimulatorSpec<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Name extends string = string,
> extends ToolDeclaration<Input, Output> {
  /** Name that the model calls. */
  name: Name
  /** Pure but for the world: no clock, no randomness, no network, no file system. Throws a `ToolError` to refuse. */
  run(args: z.output<Input>, world: SimulatorWorld, call: SimulatorCall): z.input<Output>
}

/** What a user's simulator may know of the call besides its arguments. */
export interface SimulatorCall {
  /**
   * Id of the record that this write creates: the prefix, an underscore and 12 hex digits, which depend on seed, tool,
   * arguments and the number of equal earlier writes.
   */
  recordId(prefix: string): string
}

/** A deterministic implementation of a tool. */
export interface Simulator extends Tool {
  /** Group of tools in lists and reports. */
  category: Category
  /** One of `CAPABILITIES`, or for other tools any text that tools of the same effect share. */
  capability: string
  /** Schema of the arguments. */
  input: z.ZodObject
  /** Schema of the result. */
  output: z.ZodType
  /**
   * `own`: `run` checks the arguments itself, with messages and codes of its own. Beforehand only defaults of the input
   * schema are filled in, and what else it demands is there for models to read.
   */
  checks?: 'own'
  /**
   * Whether each result is drawn anew from the call's arguments. A value then equals one of another call by chance alone,
   * unless both calls are given it or it is the id of a thing.
   */
  hasUnrelatedResults?: boolean
  /** Optional parameters that change only what is drawn anew for each call: neither what it does nor which things it shows. */
  idleParameters?: readonly string[]
  /** Whether a successful call with these arguments changes the world. Default: every call of a tool that writes. */
  commits?(args: JsonObject): boolean
  /** What goes wrong with calls that agents make; see `withFaults`. `run` knows nothing of it. */
  faults?: readonly FaultRule[]
  /** Returns the result of a call. */
  run(args: JsonObject, world: World, call: CallContext): Json
  /**
   * Gets ready for a call that is about to be made in this world, where `run` needs something that takes time. It must not
   * change the world or throw; `run` reports what is missing.
   */
  prepare?(args: JsonObject, world: World): Promise<void>
  /** What the real API answered to this call, where that is known: routes give it as it is. Asked before `run`. */
  wire?(args: JsonObject, world: World): WireReply | undefined
  /** Whether the agent's own tool of this name answers; `run` throws then. */
  isLive?: true
  /** Whether `effect` is a guess: nobody says what the tool does. */
  isEffectUnknown?: true
}

/** A simulator whose name, arguments and result the type checker knows. */
export interface TypedSimulator<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Name extends string = string,
> extends Simulator {
  /** Name that the model calls. */
  name: Name
  /** Schema of the arguments. */
  input: Input
  /** Schema of the result. */
  output: Output
}

/** Whether a simulator answers from a recording: in world 0 then, as the real API did. */
export const isRecorded = (simulator: Tool | undefined): boolean =>
  simulator !== undefined && 'wire' in simulator && simulator.wire !== undefined

/**
 * Declares a simulator. JSON Schemas are derived from the zod schemas; objects are strict, so an argument
 * that is not declared is refused.
 *
 * @example
 * export const readMeter = defineSimulator({
 *   name: 'read_meter', category: 'external_services', effect: 'read', capability: 'look-up',
 *   description: 'Reading of an electricity meter.',
 *   input: z.strictObject({ meter: z.string() }),
 *   output: z.strictObject({ kwh: z.number() }),
 *   run: ({ meter }, world) => ({
 *     kwh: world.draw('meter', meter).number('kwh', { min: 1000, max: 9000, decimals: 2 }),
 *   }),
 * })
 */
export function defineSimulator<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Name extends string = string,
>(spec: SimulatorSpec<Input, Output, Name>): TypedSimulator<Input, Output, Name> {
  const { commits: _, ...said } = spec
  return {
    ...said,
    ...pickCommits(spec),
    inputSchema: buildJsonSchema(spec.input, 'input'),
    outputSchema: buildJsonSchema(spec.output, 'output'),
    run: (args, world, call) =>
      spec.run(args as z.output<Input>, createSimulatorWorld(world), {
        recordId: (prefix) => call.recordId(`${prefix}_`),
      }) as Json,
  }
}

/** What a declaration says of calls that change nothing, for arguments whose types nobody knows. */
export const pickCommits = <Input extends z.ZodObject>(
  spec: Pick<ToolDeclaration<Input, z.ZodType>, 'commits'>,
): Pick<Simulator, 'commits'> =>
  spec.commits === undefined ? {} : { commits: (args) => spec.commits?.(args as z.output<Input>) === true }
