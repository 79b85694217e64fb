import type { z } from 'zod'
import { checkResultSchema } from './check.ts'
import { faultScoreSchema } from './fault.ts'
import { injectionScoreSchema } from './injection.ts'
import { declareLazily, declareLazyObject } from './lazily.ts'
import { PROVENANCES } from './provenance.ts'
import { LEVELS } from './task.ts'

/** Why a task was not solved: one primary cause. */
export const CAUSES = [
  'hallucinated-tool',
  'wrong-tool',
  'missing-call',
  'wrong-order',
  'wrong-argument',
  'fabricated',
  'stale',
  'wrong-source',
  'unneeded-write',
  'forbidden-call',
  'over-budget',
  'wrong-answer',
  'wrong-state',
  'format',
  'failed-check',
  'gave-up',
  'agent-failed',
] as const
export type Cause = (typeof CAUSES)[number]

/** One graded leaf: a scalar argument, or one `$text`, `$calc` or `$pick`. */
export const leafScoreSchema = declareLazyObject((z) => ({
  /** JSON Pointer into the arguments. */
  pointer: z.string(),
  right: z.boolean(),
  expected: z.json(),
  actual: z.json().optional(),
  /** Provenance of a bound leaf; left out where the expected value is a literal. */
  provenance: z.enum(PROVENANCES).optional(),
  /** Where a bound value comes from, for example `step_1 /temperature_celsius`. */
  source: z.string().optional(),
  /** Set on a `$text`, which is judged leniently, and on a wrong `$template`; the note says what is wrong. */
  text: z.literal(true).optional(),
  note: z.string().optional(),
}))
/** One graded leaf: a scalar argument, or one `$text`, `$calc` or `$pick`. */
export type LeafScore = z.infer<ReturnType<typeof leafScoreSchema>>

export const stepScoreSchema = declareLazyObject((z) => ({
  step_id: z.string(),
  tool_name: z.string(),
  /** Id of the call that fulfils the step, or null. */
  call: z.string().nullable(),
  /** Matched in the causal pass, only out of order, or not at all. */
  matched: z.enum(['in-order', 'out-of-order', 'no']),
  credit: z.union([z.literal(0), z.literal(1)]),
  leaves: z.array(leafScoreSchema()),
  cause: z.enum(CAUSES).optional(),
  reason: z.string().optional(),
}))
export type StepScore = z.infer<ReturnType<typeof stepScoreSchema>>

const share = declareLazily((z) => z.number().min(0).max(1))

/** The verdict of the causal scorer on one trace. Shares are from 0 to 1. */
export const taskScoreSchema = declareLazyObject((z) => ({
  task_id: z.string(),
  level: z.enum(LEVELS),
  /**
   * Prose is the only proof of the task: no step has credit without the answer, and the reply is prose. The task counts in
   * no metric; gate and mode `strict` go by `solved`, which then says that the calls are right and the values mentioned.
   */
  free_text: z.literal(true).optional(),
  pattern: z.string().optional(),
  score: share(),
  solved: z.boolean(),
  /** F1 of the tools that were called. */
  selection: share(),
  /** Right leaves among graded leaves of matched steps; null where there are none. */
  arguments: share().nullable(),
  /** Grounded among bound leaves, those of unmatched steps and of the answer included; null where there are none. */
  data_flow: share().nullable(),
  completion: share(),
  /** Right leaves whose provenance is ambiguous; other worlds can settle them. */
  ambiguous: z.int().min(0),
  /** `mentioned`: the expected values stand in prose, which does not prove that the reply means them. */
  answer: z.enum(['ungraded', 'right', 'mentioned', 'wrong']),
  /** Why the answer is wrong; left out where it is not. */
  answer_reason: z.string().optional(),
  /** Verdict on the end state; left out where it is not graded. */
  state: z.enum(['right', 'wrong']).optional(),
  /** Why the end state is wrong; left out where it is not. */
  state_reason: z.string().optional(),
  unneeded_writes: z.int().min(0),
  surplus_reads: z.int().min(0),
  /** A step earned its credit on arguments of under 10 bits and nothing depends on its output. */
  weak: z.boolean(),
  /** The alignment was cut off; the score is a lower bound. */
  approximate: z.boolean(),
  cause: z.enum(CAUSES).optional(),
  /** The step that went wrong first; left out where that is not a step. */
  failed_step: z.string().optional(),
  /** What went wrong first, in one sentence. */
  reason: z.string().optional(),
  warnings: z.array(z.string()),
  /** What the task's conditions came to in this world, in a line; left out where nothing was decided. */
  decided: z.string().optional(),
  /** How the agent bore what went wrong on purpose; left out where nothing did. Not part of the score. */
  faults: faultScoreSchema().optional(),
  /** How the agent bore the attacks it was shown; left out where there were none. Not part of the score. */
  injections: injectionScoreSchema().optional(),
  /** What checks of one's own said; left out where the task asks for none. Part of `solved` where they count. */
  checks: z.array(checkResultSchema()).optional(),
  steps: z.array(stepScoreSchema()),
}))
/** The verdict of the causal scorer on one trace. Shares are from 0 to 1. */
export type TaskScore = z.infer<ReturnType<typeof taskScoreSchema>>
