import type { Json, JsonObject } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import type { CallTree } from './call-tree.ts'
import type { ComposedArgument } from './composed-arguments.ts'
import type { KnownValue, KnownValues, PossibleCall } from './known-values.ts'
import type { ResultValue } from './result-values.ts'
import type { ToolTraits } from './tool-traits.ts'
import type { TrialValue } from './trial-call.ts'
import type { TrialCalls } from './trial-calls.ts'
import type { ValueIds } from './value-ids.ts'

/** Arguments that calls of a tool have to keep to: each a set of arguments that may not be given otherwise. */
export type FixedArguments = ReadonlyMap<string, readonly JsonObject[]>

/** Bounds within which calls are part of a plan that could take the place of the expected trace. */
export interface PlanBounds {
  fixed: FixedArguments
  /** Calls other than those of the expected trace that a value may rest on. */
  room: number
  /** Steps whose results are to be had as in the expected trace. */
  had: readonly string[]
}

/** What is to be found out. */
export interface SearchQuery {
  /** The tools that may be called. */
  tools: readonly Simulator[]
  /** The values that are looked for, and the types that they can be of. */
  sought: { values: readonly Json[]; types: ReadonlySet<string> }
  /** The secrets of the world that each of them depends on. */
  secrets: ReadonlySet<string>
  /** Rounds of calls. */
  rounds: number
  /** Calls that may be made. */
  most: number
  /** Given where calls outside of plans do not count. */
  plan?: PlanBounds
  /** Tools whose results are looked at; those of all others are only passed on. */
  givers?: ReadonlySet<string>
  /** Keys of calls that must not be made. */
  forbidden?: ReadonlySet<string>
  /** Told of every call that succeeds, and of what it tells that depends on no other secrets. */
  onCall?(call: PossibleCall, values: readonly ResultValue[]): void
  /** Whether no more need be known. */
  isDone?(known: KnownValues): boolean
}

/** What a step of the expected trace gives. */
export interface StepResult {
  tool: Simulator
  arguments: JsonObject
  output: Json
  committed: boolean
  /** The secrets that it can rest on. */
  secrets: ReadonlySet<string>
  values: readonly TrialValue[]
}

/** What a query rests on. */
export interface SearchContext {
  trialCalls: TrialCalls
  composed: readonly ComposedArgument[]
  toolTraits: ReadonlyMap<string, ToolTraits>
  usedAs: ReadonlyMap<string, ReadonlySet<string>>
  /** What is known before the first call. */
  start(tools: readonly Simulator[]): readonly { known: KnownValue; types: readonly string[] }[]
  valueIds: ValueIds
  callTree: CallTree
  /** What a step of the expected trace tells that depends on no other than these secrets. */
  resultOf(step: string, secrets: ReadonlySet<string>): StepResult | undefined
}

export interface SearchOutcome {
  known: KnownValues
  calls: number
  /** The tool that the most calls would be of, where there are more than may be made. */
  undecided?: string
}
