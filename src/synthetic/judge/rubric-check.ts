import { resolve } from 'node:path'
import type { Check } from '../../run/checks/served-checks.ts'

/** A LangChain chat model, as far as judging needs it. */
export interface JudgeModel {
  invoke(input: never, options?: never): Promise<{ content: unknown }>
  _llmType(): string
}

/** What a judge said. */
export interface Judgment {
  pass: boolean
  reason: string
}

/** Who judges, and where judgments are kept. */
export interface JudgeOptions {
  /** Any LangChain chat model. */
  model: JudgeModel
  /** Folder that keeps the judgments, one file each; commit it, and CI needs no key. */
  judgments?: string
}

/** Name of the folder that keeps judgments where none is given. */
export const JUDGMENTS = '__judgments__'

/**
 * A check that has a chat model judge by a rubric. Judgments are kept, by default in `__judgments__` in the working
 * directory.
 *
 * @example
 * export const polite = rubricCheck('The final answer is polite.', { model })
 */
export const rubricCheck =
  (rubric: string, { model, judgments = JUDGMENTS }: JudgeOptions): Check =>
  async ({ task: { prompt }, trace }) => {
    const { judgeRubric } = await import('./judge-rubric.ts')
    const { pass, reason } = await judgeRubric(rubric, { trace, prompt }, model, resolve(judgments))
    return pass || reason
  }
