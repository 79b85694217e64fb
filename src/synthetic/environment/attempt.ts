import { z } from 'zod'

/** One call of an attempt: a tool by the name it is offered under, and its arguments. */
export const attemptCallSchema = z.strictObject({
  tool: z.string().min(1),
  args: z.record(z.string(), z.json()),
})
export type AttemptCall = z.infer<typeof attemptCallSchema>

/**
 * What an agent submits: every call that does the task, in order. An argument, or a part of one, may be a reference to
 * what an earlier call of the attempt gives; see `resolveReferences`.
 */
export interface SubmittedAttempt {
  calls: readonly AttemptCall[]
  /** The answer to the user, where the agent gave one with the attempt. */
  message: string | null
}
