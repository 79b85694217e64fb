import { z } from 'zod'

/**
 * What is wrong with the call of a stress test: it does not fit the schema, it breaks a rule that the tool documents,
 * or nothing. The three kinds of call of the paper's audit.
 */
export const STRESS_KINDS = ['schema', 'constraint', 'correct'] as const
export type StressKind = (typeof STRESS_KINDS)[number]

const jsonObject = z.record(z.string(), z.json())

/** What has to come back, known from how the call was made and not from a simulator. */
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

/** The expectation of a refused call. */
export const refused = (parameters: readonly string[], code = 400): Expectation => ({
  status: 'FAIL',
  code,
  parameters: [...parameters],
})
