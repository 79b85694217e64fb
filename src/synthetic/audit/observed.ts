import { z } from 'zod'
import type { SyntheticResponse } from '../simulate/response.ts'

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

export const observedOf = ({ verdict, output }: SyntheticResponse): Observed => ({
  status: verdict.status,
  code: verdict.code,
  message: verdict.message,
  parameter: verdict.parameter,
  output,
})

/** Whether an output is no result but the text of an error: a refusal that came only in the second stage. */
export const isLateError = ({ status, output }: Observed): boolean => {
  if (status !== 'PASS') return false
  if (typeof output === 'string') return /^\s*(?:error\b|failed\b|invalid\b)/i.test(output)
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return false
  const names = Object.keys(output)
  return names.length === 1 && /^error(?:_message)?$/i.test(names[0] ?? '')
}
