import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'
import { LEVELS } from './task.ts'

/** Labels of the published scorer. E2, E5 and E9 are defined by the paper and never given by its scorer, nor is E1. */
export const ERROR_TYPES = [
  'E3_wrong_order',
  'E4_wrong_arguments',
  'E6_hallucinated_tool',
  'E7_unnecessary_tool',
  'E8_partial_completion',
  'E10_format_error',
] as const
/** Kind of error that the published scorer labels an attempt with. */
export type ErrorType = (typeof ERROR_TYPES)[number]

const share = declareLazily((z) => z.number().min(0).max(1))

const publishedStepSchema = declareLazyObject((z) => ({
  step_id: z.string(),
  tool_name: z.string(),
  /** Place of the matched call in the trace, from 0, or null. */
  call: z.int().min(0).nullable(),
  /** Mean over the arguments; 0 where no call is matched. */
  arguments: share(),
  /** Each argument that is on one side or on both. */
  per_argument: z.record(z.string(), share()),
}))

/** The verdict of the published scorer on one trace. Shares are from 0 to 1. */
export const publishedScoreSchema = declareLazyObject((z) => ({
  task_id: z.string(),
  level: z.enum(LEVELS),
  pattern: z.string().optional(),
  /** Weighted sum of the four below, by level. */
  score: share(),
  /** Longest common subsequence of tool names over the number of steps. */
  tool_sequence: share(),
  /** Mean over matched steps. */
  arguments: share(),
  /** Matched steps over steps. */
  completion: share(),
  /** Steps that are matched with all their dependencies, among steps with dependencies; 1 where there are none. */
  data_flow: share(),
  error_type: z.enum(ERROR_TYPES).nullable(),
  steps: z.array(publishedStepSchema()),
}))
/** The verdict of the published scorer on one trace. Shares are from 0 to 1. */
export type PublishedScore = z.infer<ReturnType<typeof publishedScoreSchema>>
