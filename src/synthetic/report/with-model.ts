import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { askerOf } from '../../models/ask.ts'
import { modelCaller } from '../../models/call-model.ts'
import { FileCache } from '../../models/file-cache.ts'
import {
  BudgetSpent,
  isBudgetSpent,
  type LimitOptions,
  Limits,
  type ModelUsage,
} from '../../models/limits.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { auditToolkit } from '../audit/audit.ts'
import type { ToolAuditReport } from '../audit/audit-report.ts'
import type { Judgment } from '../audit/judgment.ts'
import { modelJudgeOf } from '../audit/model-judge.ts'
import { modelResponder } from '../simulate/model-responder.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { JudgeCase } from './judge-cases.ts'

export interface ModelMeasureOptions {
  readonly model: BaseChatModel
  readonly limits: LimitOptions
  /** File that keeps the answers. */
  readonly cache: string
  readonly seed: number
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

export interface ModelMeasure {
  readonly report: ToolAuditReport
  /** One for each case; `unknown` where the model gave none. */
  readonly verdicts: Judgment[]
  readonly usage: ModelUsage
  readonly stopped: string | null
}

/**
 * Has a model simulate the tools of a toolkit, judge its own responses, and judge responses whose verdict is known. It is
 * shown no known call of the case that it judges, so that it cannot copy the verdict.
 */
export async function measureWithModel(
  toolkit: SyntheticToolkit,
  cases: readonly JudgeCase[],
  { model, limits: options, cache, seed, signal, onProgress }: ModelMeasureOptions,
): Promise<ModelMeasure> {
  const limits = new Limits(options)
  const stop = (): void => limits.stop('it was interrupted')
  signal?.addEventListener('abort', stop)
  try {
    const kept = new FileCache(cache)
    const judge = modelJudgeOf(askerOf(modelCaller(model, kept, limits)))
    // The audit holds a turn while it asks: waiting for another would be for ever.
    const respond = modelResponder({ toolkit, model, cache: kept, limits, turn: (act) => act() })
    let failure: string | undefined
    const report = await auditToolkit(toolkit, {
      ...{ seed, attempts: 1, limits },
      responder: {
        name: 'model',
        // A service that fails says nothing of the simulator: the call stays open.
        answer: (call, _, world) =>
          respond(call, world).catch((error: unknown) => {
            if (error instanceof TracewrightError) throw error
            failure ??= messageOf(error)
            throw new BudgetSpent(messageOf(error), { cause: error })
          }),
      },
      judge: { name: 'model', judge },
      ...(onProgress === undefined ? {} : { onProgress }),
    })
    const verdictOf = async (one: JudgeCase): Promise<Judgment> => {
      if (limits.stopped !== undefined) return 'unknown'
      try {
        const { judgment } = await judge(one, [])
        limits.noteAnswer()
        return judgment
      } catch (error) {
        if (!isBudgetSpent(error)) {
          limits.noteFailure(error)
          failure ??= messageOf(error)
        }
        return 'unknown'
      }
    }
    const verdicts = await Promise.all(cases.map((one) => limits.turn(() => verdictOf(one))))
    const stopped = limits.stopped ?? report.stopped?.why ?? failure ?? null
    return { report, verdicts, usage: limits.usage, stopped }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
