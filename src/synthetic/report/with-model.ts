import { BudgetSpent, isBudgetSpent, type ModelUsage } from '../../models/limits.ts'
import { messageOf } from '../../shared/errors.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import type { ToolAuditReport } from '../audit/audit-report.ts'
import { auditToolkit } from '../audit/audit-report.ts'
import type { Judgment } from '../audit/judgment.ts'
import { modelJudgeOf } from '../audit/model-judge.ts'
import { derivedTests } from '../audit/stress/derive.ts'
import { type AskingOptions, whileAsking } from '../generate/while-asking.ts'
import { liveSimulation } from '../simulate/live/live-simulation.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { JudgeCase } from './accuracy.ts'

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
