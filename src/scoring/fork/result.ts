import type { Trace } from '../../schema/trace.ts'
import type { DrawReplacement } from '../../schema/world.ts'
import type { Json } from '../../shared/json.ts'

/** A leaf that should hold the new value, or what is made of it, in one treated continuation. */
export interface ForkLeaf {
  /** Which treated continuation, as an index into `treated`. */
  continuation: number
  /** The step that the call fulfils, where the run has a task. */
  step_id?: string
  /** Id of the call whose argument it is; null for the final answer. */
  call: string | null
  /** JSON Pointer into the arguments; empty for the final answer. */
  pointer: string
  /** The value that follows from the new one; a list where a text has to carry several. */
  expected: Json
  /** Left out where the call lacks the argument. */
  actual?: Json
  follows: boolean
}

/** A leaf that was the same in all controls and is another in a treated continuation. */
export interface ForkOther {
  /** Id of the call whose argument it is; null for the final answer. */
  call: string | null
  pointer: string
  before: Json
  after: Json
  /** Whether the changed value may reach it. Where it may not, its change speaks against the agent. */
  downstream: boolean
}

/** What came of a counterfactual fork. */
export interface ForkResult {
  /** Whether the agent's later values follow the changed one; undefined without a verdict. */
  follows: boolean | undefined
  /** Why, in one sentence. */
  reason: string
  /** Continuations that parted from the run before the fork; they are in neither list below. */
  diverged: number
  /** How the first of them parted. */
  divergence?: string
  leaves: ForkLeaf[]
  others: ForkOther[]
  treated: Trace[]
  controls: Trace[]
  /** The call and the leaf that were forked. */
  at: { call: string; tool_name: string; pointer: string }
  /** The leaf's new value. */
  value: Json
  /** The leaf's value in the run. */
  original: Json
  /** The draw that was given another value. */
  draw: DrawReplacement
}
