import { createHash } from 'node:crypto'
import { z } from 'zod'
import { stableJson } from '../../shared/json.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { JUDGMENTS, judgedSchema } from './judgment.ts'
import { observedSchema } from './observed.ts'
import { stressTestSchema } from './stress/stress-test.ts'

const responseSchema = z.strictObject({
  /** How often the call had been asked, this time included. */
  attempt: z.number().int().positive(),
  /** What came back; null where the responder failed. */
  response: observedSchema.nullable(),
  error: z.string().nullable(),
  rules: judgedSchema,
  model: judgedSchema.nullable(),
  judgment: z.enum(JUDGMENTS),
  confidence: z.number(),
  reasoning: z.string(),
})
/** A response and what the judges say of it; `judgment` is what counts. */
export type JudgedResponse = z.infer<typeof responseSchema>

/** A line of a judgments file: a stress test with its first response, and those that came when it was asked anew. */
export const auditRecordSchema = z.strictObject({
  key: z.string(),
  test: stressTestSchema,
  first: responseSchema,
  retries: z.array(responseSchema),
})
export type AuditRecord = z.infer<typeof auditRecordSchema>

/** Who answers and who judges, and with which draws: what a judgment hangs on beside the test. */
export interface AuditSetting {
  readonly responder: string
  readonly judge: string | null
  readonly seed: number
  readonly attempts: number
}

/** Equal texts for tests whose judgment would be the same, so that a run can take it from an earlier one. */
export function auditRecordKey(
  test: AuditRecord['test'],
  tool: ToolSpec,
  toolkit: SyntheticToolkit,
  setting: AuditSetting,
): string {
  const { state, known } = toolkit
  return createHash('sha256')
    .update(stableJson([test, tool, state, known, setting]))
    .digest('hex')
    .slice(0, 24)
}
