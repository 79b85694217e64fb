import type { z } from 'zod'
import { lazily } from '../../schema/lazily.ts'
import { DIFFICULTIES } from '../tasks/environment-task.ts'
import { VERIFIERS } from './verifiers/index.ts'

/** Mark of a last message that says that a task cannot be done. */
export const INFEASIBLE = 'INFEASIBLE:'

const count = lazily((z) => z.int().min(0))

/** One attempt and its verdict. */
export const submittedSchema = lazily((z) =>
  z.strictObject({
    /** Calls as they ran in the attempt's own fork, references resolved. */
    calls: z.array(
      z.strictObject({ tool: z.string(), args: z.record(z.string(), z.json()), status: count() }),
    ),
    message: z.string().nullable(),
    /** Effects that the world of the attempt keeps. */
    committed: count(),
    correct: z.boolean(),
  }),
)
export type Submitted = z.infer<ReturnType<typeof submittedSchema>>

/** What became of one task in its environment. Plain JSON. */
export const environmentResultSchema = lazily((z) =>
  z.strictObject({
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
    /** Effects of the exploration, in its own fork; they are told, and count for nothing. */
    explored_writes: count(),
    /** Last message of the agent. */
    message: z.string().nullable(),
    /** Why the agent stopped before it was done. */
    failure: z.string().optional(),
  }),
)
export type EnvironmentResult = z.infer<ReturnType<typeof environmentResultSchema>>
