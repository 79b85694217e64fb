import type { z } from 'zod'
import type { FaultRule } from '../schema/fault.ts'
import {
  CATEGORIES,
  type Capability,
  type Category,
  EFFECTS,
  type Effect,
  type Tool,
} from '../schema/tool.ts'
import type { WireReply } from '../schema/tools.ts'
import { didYouMean } from '../shared/did-you-mean.ts'
import { TracewrightError } from '../shared/errors.ts'
import { type Json, type JsonObject, stringifyStably } from '../shared/json.ts'
import { formatIssues } from '../shared/problem-list.ts'
import type { CallContext } from './call.ts'
import { buildJsonSchema } from './json-schema-of.ts'
import { createSimulatorWorld, type SimulatorWorld } from './simulator-world.ts'
import { UnansweredCall } from './unanswered-call.ts'
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
  /** Schema of the result: an object, or a text if the tool answers with text. */
  output: Output
}

/** Input of `defineSimulator`. */
export interface SimulatorSpec<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Name extends string = string,
> extends ToolDeclaration<Input, Output> {
  /** Name that the model calls. */
  name: Name
  /** Uses only its arguments and the world: no clock, randomness, network or files. Throws a `ToolError` to refuse. */
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

const WORDS = { effect: EFFECTS, category: CATEGORIES }

/** @throws TracewrightError at the call of `defineSimulator`, where a word is unknown: type checkers alone would tell */
function checkWords(spec: Record<keyof typeof WORDS | 'name', string>): void {
  for (const [field, known] of Object.entries(WORDS)) {
    const word = spec[field as keyof typeof WORDS]
    if ((known as readonly string[]).includes(word)) continue
    const given = `${JSON.stringify(word)}${didYouMean(String(word), known)}`
    const error = new TracewrightError(
      `Invalid simulator ${spec.name}: ${field}: expected one of ${known.join(', ')}, got ${given}`,
    )
    Error.captureStackTrace(error, defineSimulator)
    throw error
  }
}

/** @throws UnansweredCall for a result that the simulator's own schema does not allow */
function checkOutput(name: string, output: z.ZodType, returned: unknown): void {
  // `executeTool` names a promise, and a bigint.
  if (returned instanceof Promise) return
  const { error } = output.safeParse(returned)
  if (error === undefined || error.issues.some(({ message }) => message.endsWith('bigint'))) return
  const text = stringifyStably(returned).slice(0, MAX_SHOWN_LENGTH)
  throw new UnansweredCall(
    `the simulator of ${name} returned ${text}, which its \`output\` does not allow: ${formatIssues(error)}`,
  )
}
const MAX_SHOWN_LENGTH = 200

/**
 * Declares a simulator. JSON Schemas are derived from the zod schemas; objects are strict, so an argument
 * that is not declared is refused. A result that `output` does not allow is an error of the call.
 *
 * @throws TracewrightError for an unknown `effect` or `category`
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
  checkWords(spec)
  return {
    ...said,
    ...pickCommits(spec),
    inputSchema: buildJsonSchema(spec.input, 'input'),
    outputSchema: buildJsonSchema(spec.output, 'output'),
    run(args, world, call) {
      const recordId = (prefix: string): string => call.recordId(`${prefix}_`)
      const returned = spec.run(args as z.output<Input>, createSimulatorWorld(world), { recordId })
      checkOutput(spec.name, spec.output, returned)
      return returned as Json
    },
  }
}

/** What a declaration says of calls that change nothing, for arguments whose types nobody knows. */
export const pickCommits = <Input extends z.ZodObject>(
  spec: Pick<ToolDeclaration<Input, z.ZodType>, 'commits'>,
): Pick<Simulator, 'commits'> =>
  spec.commits === undefined ? {} : { commits: (args) => spec.commits?.(args as z.output<Input>) === true }
