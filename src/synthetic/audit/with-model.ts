import type { AskCounts } from '../../models/ask.ts'
import { identifyModel } from '../../models/call-model.ts'
import type { ModelUsage } from '../../models/limits.ts'
import { openJsonl } from '../../shared/jsonl-file.ts'
import { type AskingOptions, runWhileAsking } from '../generate/while-asking.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { auditToolkit, type ToolAuditOptions, type ToolAuditReport } from './audit-report.ts'
import { auditRecordSchema } from './audit-test.ts'
import { createModelJudge } from './model-judge.ts'

interface ModelAuditOptions extends AskingOptions, Omit<ToolAuditOptions, 'judge' | 'limits' | 'records'> {
  /** File that keeps the judgments, one a line; what is in it is not asked again. */
  readonly judgments: string
}

export interface ModelAuditReport extends ToolAuditReport, ModelUsage, AskCounts {}

export const auditWithModel = (
  toolkit: SyntheticToolkit,
  { onProgress, ...options }: ModelAuditOptions,
): Promise<ModelAuditReport> =>
  runWhileAsking(options, async ({ ask, limits, counts }) => {
    const report = await auditToolkit(toolkit, {
      ...options,
      onProgress,
      judge: { name: identifyModel(options.model), judge: createModelJudge(ask) },
      limits,
      records: openJsonl(options.judgments, auditRecordSchema),
    })
    return { ...report, ...limits.usage, ...counts }
  })
