import { z } from 'zod'
import { cellSchema } from '../handlers/state.ts'

const name = z.string().min(1)

const argumentSchema = z.strictObject({
  parameter: name,
  /** The value as the prompt states it; null where it comes from an earlier call. */
  value: cellSchema,
  /** Id of the call whose output it is, and the JSON Pointer of it there; null for a stated value. */
  from: name.nullable(),
  at: z.string().nullable(),
})
export type DraftArgument = z.infer<typeof argumentSchema>

const callSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/, 'is a name in lower case with underscores'),
  tool: name,
  args: z.array(argumentSchema),
  /** Calls that must come before, though nothing is taken from them. */
  after: z.array(name),
})
export type TaskDraftCall = z.infer<typeof callSchema>

/** What the final answer has to give: an output, and what to call it. */
const reportSchema = z.strictObject({ from: name, at: z.string(), words: name })

const validDraftSchema = z.strictObject({
  prompt: name,
  calls: z.array(callSchema).min(1),
  report: z.array(reportSchema),
})
export type ValidDraft = z.infer<typeof validDraftSchema>

const invalidDraftSchema = z.strictObject({
  prompt: name,
  /** What a solver would call; the last one is refused, or is what the missing tool would be. */
  calls: z.array(callSchema),
  report: z.array(reportSchema),
  because: z.enum(['no_tool', 'refused']),
  /** The tool that is missing, and what it would do; null where a call is refused. */
  missing: z.strictObject({ name, does: name }).nullable(),
  why: name,
})
export type InvalidDraft = z.infer<typeof invalidDraftSchema>

/** What a model is asked for a plan: tasks that can be done, and tasks that cannot. */
export const draftsSchema = z.strictObject({
  valid: z.array(validDraftSchema),
  invalid: z.array(invalidDraftSchema),
})
export type Drafts = z.infer<typeof draftsSchema>
