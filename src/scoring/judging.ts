import type { Provenance } from '../schema/provenance.ts'
import type { ExpectedTrace } from '../schema/task.ts'
import type { ToolTable } from '../schema/tools.ts'
import type { Trace } from '../schema/trace.ts'
import type { Json } from '../shared/json.ts'
import type { StateBudget } from './alignment-search.ts'
import type { SharedJudgements } from './shared-judgements.ts'

/** Verdicts of other worlds on ambiguous leaves, by `buildLeafKey`. */
export type CheckedLeaves = ReadonlyMap<string, Provenance>

/** A trace, and the task that it is held against. */
export interface Judging {
  expected: ExpectedTrace
  /** All that the user says. */
  prompt: string
  /** The expected answer, which may take values from reads. */
  answer?: Json | undefined
  trace: Trace
  /** Schemas and effects; a tool that is not in the table counts as a write. */
  tools: ToolTable
  /** Seed of the world, for a trace that does not say. */
  seed: number
  checkedLeaves?: CheckedLeaves | undefined
  /** States that the alignments of several traces share. */
  stateBudget?: StateBudget | undefined
  /** Judgements that several traces share; nothing is explained where they are. */
  shared?: SharedJudgements | undefined
}
