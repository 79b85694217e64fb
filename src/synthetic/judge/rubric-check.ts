import { resolve } from 'node:path'
import type { Check } from '../../run/checks/served-checks.ts'
import { type JudgeOptions, RUBRIC_JUDGMENTS } from './judge-model.ts'

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
    const { judgeRubric } = await import('./judge-rubric.ts')
    const { pass, reason } = await judgeRubric(rubric, { trace, prompt }, model, resolve(judgments))
    return pass || reason
  }
