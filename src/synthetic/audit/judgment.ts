import { z } from 'zod'
import type { SyntheticResponse } from '../simulate/respond.ts'
import { jsonObject } from '../toolkit/toolkit.ts'

/**
 * What is wrong with the call of a stress test: it does not fit the schema, it breaks a rule that the tool documents,
 * or nothing. The three kinds of call of the paper's audit.
 */
export const STRESS_KINDS = ['schema', 'constraint', 'correct'] as const
export type StressKind = (typeof STRESS_KINDS)[number]

/** What has to come back, known from the rules that the call keeps or breaks and not from a simulator. */
const expectationSchema = z.strictObject({
  status: z.enum(['PASS', 'FAIL']),
  code: z.number().int(),
  /** Parameters of which any may be named as the one to blame; none for a call that passes. */
  parameters: z.array(z.string()),
  /** The whole output, where it is known. */
  output: jsonObject.optional(),
})
export type Expectation = z.infer<typeof expectationSchema>

export const stressTestSchema = z.strictObject({
  /** Id of the tool, what was done, and to what: `refund#range:amount`. */
  id: z.string().min(1),
  tool: z.string().min(1),
  kind: z.enum(STRESS_KINDS),
  /** What was done to a correct call: a check of the schema, a kind of rule, or how a correct one was varied. */
  fault: z.string().min(1),
  args: jsonObject,
  expected: expectationSchema,
})
export type StressTest = z.infer<typeof stressTestSchema>

export const PASSES: Expectation = { status: 'PASS', code: 200, parameters: [] }

export const expectRefusal = (parameters: readonly string[], code = 400): Expectation => ({
  status: 'FAIL',
  code,
  parameters: [...parameters],
})

/** The published judgments of a response, and `unknown` where it cannot be told. */
export const JUDGMENTS = [
  'correct',
  'should_success_got_error',
  'should_error_got_success',
  'inappropriate_response',
  'unknown',
] as const
export type Judgment = (typeof JUDGMENTS)[number]

/**
 * What stands behind a first response: it was `checked`, against what is due or by a model. It is `unchecked`, right in
 * form, and nothing says whether its values are; it is a `placeholder`; or nothing answered, `not_covered`.
 */
export const COVERAGES = ['checked', 'unchecked', 'placeholder', 'not_covered'] as const
export type Coverage = (typeof COVERAGES)[number]

/** One thing that was looked at, and whether it holds. */
const checkSchema = z.strictObject({
  name: z.string(),
  ok: z.boolean(),
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

export const check = (name: string, ok: boolean, detail: string): JudgedCheck => ({ name, ok, detail })

/** The judgment that nothing can be told, and why. */
export const buildCannotTell = (
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

/** A response as a judge sees it, whoever gave it and in whatever form. */
export const observedSchema = z.strictObject({
  status: z.enum(['PASS', 'FAIL']),
  code: z.number(),
  message: z.string().nullable(),
  /** The parameter that is blamed; absent where the form of the response has no place for it. */
  parameter: z.string().nullable().optional(),
  /** An object, a text, or null for none; absent where it was not recorded. */
  output: z.json().optional(),
})
export type Observed = z.infer<typeof observedSchema>

export const readObserved = ({ verdict, output }: SyntheticResponse): Observed => ({
  status: verdict.status,
  code: verdict.code,
  message: verdict.message,
  parameter: verdict.parameter,
  output,
})
