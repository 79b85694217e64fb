import { z } from 'zod'

/** The published judgments of a response, and `unknown` where it cannot be told. */
export const JUDGMENTS = [
  'correct',
  'should_success_got_error',
  'should_error_got_success',
  'inappropriate_response',
  'unknown',
] as const
export type Judgment = (typeof JUDGMENTS)[number]

/** One thing that was looked at: it holds, it does not, or (null) it cannot be told. */
export const checkSchema = z.strictObject({
  name: z.string(),
  ok: z.boolean().nullable(),
  detail: z.string(),
})
export type JudgedCheck = z.infer<typeof checkSchema>

export const judgedSchema = z.strictObject({
  judgment: z.enum(JUDGMENTS),
  /** From 0 to 1; 1 where a rule decides. */
  confidence: z.number().min(0).max(1),
  reasoning: z.string(),
  checks: z.array(checkSchema),
  /** Whether nothing of the response is left to judge; false where values have no rule or nothing can be told. */
  decided: z.boolean(),
})
export type Judged = z.infer<typeof judgedSchema>

export const check = (name: string, ok: boolean | null, detail: string): JudgedCheck => ({ name, ok, detail })

/** The judgment that nothing can be told, and why. */
export const cannotTell = (
  reasoning: string,
  checks: readonly JudgedCheck[] = [],
  confidence = 0,
): Judged => ({
  judgment: 'unknown',
  confidence,
  reasoning,
  checks: [...checks],
  decided: false,
})
