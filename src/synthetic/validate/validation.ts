import { z } from 'zod'
import { RULE_KINDS } from '../tool-spec/rule.ts'

/** Checks that come before the rules, in their order. */
const SCHEMA_CHECKS = ['tool_name', 'unknown_parameter', 'missing_parameter', 'type'] as const

/**
 * What is refused when the call is carried out: a field would fall below zero, a condition of the handler speaks against
 * the call, or a model does.
 */
const ACTION_CHECKS = ['balance', 'condition', 'model'] as const

/**
 * Answer to a call before it is run: 200 when nothing speaks against it, 400 for what the call itself has wrong,
 * 404 for a tool or a record that is not there. Only the first failure is told.
 */
export const verdictSchema = z.strictObject({
  tool: z.string(),
  status: z.enum(['PASS', 'FAIL']),
  code: z.union([z.literal(200), z.literal(400), z.literal(404)]),
  parameter: z.string().nullable(),
  message: z.string().nullable(),
  /** The check, or the kind of the rule, that failed. */
  rule: z.enum([...SCHEMA_CHECKS, ...RULE_KINDS, ...ACTION_CHECKS]).nullable(),
})
export type Validation = z.infer<typeof verdictSchema>

/** What a check found wrong; the code is 400 where none is given. */
export interface Failure {
  rule: NonNullable<Validation['rule']>
  parameter: string | null
  message: string
  code?: 400 | 404
}
