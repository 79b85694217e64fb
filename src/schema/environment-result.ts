import type { z } from 'zod'
import type { Json } from '../shared/json.ts'
import { declareLazily, declareLazyObject } from './lazily.ts'

export const DIFFICULTIES = ['simple', 'medium', 'complex'] as const

/** `causal` goes by what an attempt does; `repo` and `paper`, for comparison, by how its calls are written. */
export const VERIFIERS = ['causal', 'repo', 'paper'] as const
/** Name of a verifier: see {@link VERIFIERS}. */
export type VerifierName = (typeof VERIFIERS)[number]

/** Mark of a last message that says that a task cannot be done. */
export const INFEASIBLE = 'INFEASIBLE:'

const count = declareLazily((z) => z.int().min(0))

const submittedSchema = declareLazyObject((z) => ({
  /** Calls as they ran in the attempt's own fork, references resolved. */
  calls: z.array(z.strictObject({ tool: z.string(), args: z.record(z.string(), z.json()), status: count() })),
  message: z.string().nullable(),
  /** Effects that the world of the attempt keeps. */
  committed: count(),
  correct: z.boolean(),
}))
export type Submitted = z.infer<ReturnType<typeof submittedSchema>>

/** What became of one task in its environment. Plain JSON. */
export const environmentResultSchema = declareLazyObject((z) => ({
  task_id: z.string(),
  difficulty: z.enum(DIFFICULTIES),
  valid: z.boolean(),
  agent: z.string(),
  verifier: z.enum(VERIFIERS),
  /**
   * Number of the attempt that solved it, from 1; null where none did. To say that a task cannot be done counts as
   * one attempt.
   */
  solved_at: z.int().min(1).nullable(),
  attempts: z.array(submittedSchema()),
  /** Calls that the agent made, submissions and refused calls included. */
  turns: count(),
  /** Calls that the shortest way takes: those of the expected trace and one submission; null if the task is infeasible. */
  ideal_turns: count().nullable().optional(),
  /** Effects of the exploration, in its own fork; they are told, and count for nothing. */
  explored_writes: count(),
  message: z.string().nullable(),
  /** Why the agent stopped before it was done. */
  failure: z.string().optional(),
}))
/** The result of an attempt in an environment. */
export type EnvironmentResult = z.infer<ReturnType<typeof environmentResultSchema>>

/** One thing that is wrong with an attempt. */
export interface EnvironmentFinding {
  /** What kind of fault it is. */
  kind:
    | 'missing-call'
    | 'wrong-argument'
    | 'wrong-order'
    | 'unneeded-write'
    | 'too-many-reads'
    | 'wrong-answer'
    | 'end-state'
  /** Expected step that it is about; the call of the attempt, for what no step needs; else the task. */
  at: string
  /** Name of the tool that was called or is missing. */
  tool?: string
  /** JSON Pointer into the arguments. */
  pointer?: string
  /** Value that was expected at the pointer. */
  expected?: Json
  /** Value that the attempt has there. */
  actual?: Json
  /** In a sentence. */
  text: string
}
