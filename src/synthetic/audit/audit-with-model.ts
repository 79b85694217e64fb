import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AskCounts, askerOf } from '../../models/ask.ts'
import { modelCaller } from '../../models/call-model.ts'
import { FileCache } from '../../models/file-cache.ts'
import { type LimitOptions, Limits, type ModelUsage } from '../../models/limits.ts'
import { stableJson } from '../../shared/json.ts'
import { openJsonl } from '../../shared/jsonl-file.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { auditToolkit, type ToolAuditOptions } from './audit.ts'
import { auditRecordSchema } from './audit-record.ts'
import type { ToolAuditReport } from './audit-report.ts'
import { modelJudgeOf } from './model-judge.ts'
import { proposeTests } from './stress/propose.ts'

export interface ModelAuditOptions
  extends LimitOptions,
    Omit<ToolAuditOptions, 'judge' | 'limits' | 'records' | 'extra'> {
  readonly model: BaseChatModel
  /** File that keeps the answers of the model. */
  readonly cache: string
  /** File that keeps the judgments, one a line; what is in it is not asked again. */
  readonly judgments: string
  /** Whether the model also proposes calls. Default false. */
  readonly propose?: boolean
  /** Ends the run once what is in flight is done. */
  readonly signal?: AbortSignal
}

/** An audit in which a chat model judges beside the rules, and what it used up. */
export interface ModelAuditReport extends ToolAuditReport, ModelUsage, AskCounts {
  /** What was left out of the calls that the model proposed. */
  readonly notes: readonly string[]
}

/**
 * Audits a toolkit with a chat model as a second judge. Its answers and the judgments are kept in files, so that a run
 * that was stopped or killed goes on without asking twice.
 */
export async function auditWithModel(
  toolkit: SyntheticToolkit,
  options: ModelAuditOptions,
): Promise<ModelAuditReport> {
  const { model, cache, judgments, propose = false, signal, ...rest } = options
  const limits = new Limits(options)
  const counts: AskCounts = { retries: 0, truncated: 0, invalid: 0 }
  const stop = (): void => limits.stop('it was interrupted')
  signal?.addEventListener('abort', stop)
  try {
    const ask = askerOf(modelCaller(model, new FileCache(cache), limits), { counts })
    const proposed = propose ? await proposeTests(toolkit, ask, limits) : { tests: [], notes: [] }
    const report = await auditToolkit(toolkit, {
      ...rest,
      judge: {
        name: stableJson([model._llmType(), model._identifyingParams()]),
        judge: modelJudgeOf(ask),
      },
      limits,
      records: openJsonl(judgments, auditRecordSchema),
      extra: proposed.tests,
    })
    return { ...report, ...limits.usage, ...counts, notes: proposed.notes }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
