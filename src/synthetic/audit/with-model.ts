import type { AskCounts } from '../../models/ask.ts'
import { BudgetSpent, isBudgetSpent, type ModelUsage } from '../../models/limits.ts'
import { messageOf } from '../../shared/errors.ts'
import { stableJson } from '../../shared/json.ts'
import { openJsonl } from '../../shared/jsonl-file.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import { type AskingOptions, whileAsking } from '../generate/while-asking.ts'
import { liveSimulation } from '../simulate/live/live-simulation.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { JudgeCase } from './accuracy.ts'
import { auditToolkit, type ToolAuditOptions, type ToolAuditReport } from './audit-report.ts'
import { auditRecordSchema } from './audit-test.ts'
import type { Judgment } from './judgment.ts'
import { modelJudgeOf } from './model-judge.ts'
import { derivedTests } from './stress/derive.ts'

interface ModelAuditOptions
  extends Omit<AskingOptions, 'attempts'>,
    Omit<ToolAuditOptions, 'judge' | 'limits' | 'records'> {
  /** File that keeps the judgments, one a line; what is in it is not asked again. */
  readonly judgments: string
}

/** An audit in which a chat model judges beside the rules, and what it used up. */
export interface ModelAuditReport extends ToolAuditReport, ModelUsage, AskCounts {}

/**
 * Audits a toolkit with a chat model as a second judge. Its answers and the judgments are kept in files, so that a run
 * that was stopped or killed goes on without asking twice.
 */
export const auditWithModel = (
  toolkit: SyntheticToolkit,
  { attempts, onProgress, ...options }: ModelAuditOptions,
): Promise<ModelAuditReport> =>
  whileAsking(options, async ({ ask, limits, counts }) => {
    const { model, judgments } = options
    const report = await auditToolkit(toolkit, {
      ...options,
      ...(attempts === undefined ? {} : { attempts }),
      ...(onProgress === undefined ? {} : { onProgress }),
      judge: {
        name: stableJson([model._llmType(), model._identifyingParams()]),
        judge: modelJudgeOf(ask),
      },
      limits,
      records: openJsonl(judgments, auditRecordSchema),
    })
    return { ...report, ...limits.usage, ...counts }
  })

interface ModelMeasureOptions extends AskingOptions {
  readonly seed: number
  readonly onProgress?: (done: number, total: number) => void
}

interface ModelMeasure {
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
export const measureWithModel = (
  toolkit: SyntheticToolkit,
  cases: readonly JudgeCase[],
  { seed, onProgress, ...options }: ModelMeasureOptions,
): Promise<ModelMeasure> =>
  whileAsking(options, async ({ ask, cache, limits }) => {
    // Every response is judged, and every call that is not refused is answered.
    const tests = derivedTests(toolkit, seed)
    const answered = tests.filter(({ expected }) => expected.status === 'PASS').length
    limits.announce('report', tests.length + answered + cases.length)
    const judge = modelJudgeOf(ask)
    // The audit holds a turn while it asks: waiting for another would be for ever.
    const live = liveSimulation(toolkit, { model: options.model, cache, limits, turn: (act) => act() })
    let failure: string | undefined
    const report = await auditToolkit(toolkit, {
      ...{ seed, attempts: 1, limits },
      responder: {
        name: 'model',
        // A service that fails says nothing of the simulator: the call stays open.
        answer: (call, _, world) =>
          live.respond(call, world).catch((error: unknown) => {
            const { cause } = Object(error) as { cause?: unknown }
            if (error instanceof UnansweredCall && cause === undefined) throw error
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
  })
