import { resolve } from 'node:path'
import { type JudgeOptions, RUBRIC_JUDGMENTS } from '../../models/judge/judge-model.ts'
import { createTraceRedactor, redactTrace } from '../../trace/redact-trace.ts'
import type { Check } from './served-checks.ts'

/**
 * A check that has a chat model judge by a rubric. Judgments are kept, by default in `__judgments__` in the working
 * directory.
 *
 * @example
 * export const polite = rubricCheck('The final answer is polite.', { model })
 */
export const rubricCheck =
  (rubric: string, { model, judgments = RUBRIC_JUDGMENTS }: JudgeOptions): Check =>
  async ({ task: { prompt }, trace }) => {
    const { judgeRubric } = await import('../../models/judge/judge-rubric.ts')
    const redacted = redactTrace(trace, createTraceRedactor(trace, prompt))
    const { pass, reason } = await judgeRubric(rubric, { trace: redacted, prompt }, model, resolve(judgments))
    return pass || reason
  }
