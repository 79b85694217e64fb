import { dirname, join, resolve } from 'node:path'
import { type JudgeOptions, RUBRIC_JUDGMENTS } from '../src/models/judge/judge-model.ts'
import { messageOf, TracewrightError } from '../src/shared/errors.ts'
import { redactorOf, redactTrace } from '../src/trace/redact-trace.ts'
import { hintOf, type MatcherContext, type MatcherResult, messageOfLines } from './matcher.ts'
import { renderCalls } from './render.ts'
import { subjectOf } from './subject.ts'

const NAME = 'toSatisfyRubric'

async function judge() {
  try {
    return (await import('../src/models/judge/judge-rubric.ts')).judgeRubric
  } catch (error) {
    throw new TracewrightError(
      `Failed to run ${NAME}: ${messageOf(error)}. It needs @langchain/core; install that.`,
      { cause: error },
    )
  }
}

/**
 * Passes when a chat model says that the run meets a rubric. The judgment is kept in `__judgments__` beside the test, or in
 * the given folder, and the same is not asked twice. It says nothing of the score. To be awaited.
 *
 * @throws TracewrightError for an empty rubric, without a model, and where the model gives no verdict
 * @example await expect(run).toSatisfyRubric('The answer names the city it is about.', { model })
 */
export async function toSatisfyRubric(
  this: MatcherContext & { testPath?: string },
  received: unknown,
  rubric: string,
  options: JudgeOptions,
): Promise<MatcherResult> {
  const { trace, task } = subjectOf(this, received, NAME)
  if (typeof rubric !== 'string' || rubric.trim() === '')
    throw new TracewrightError(`Failed to run ${NAME}: the rubric is missing. Say in words what must hold.`)
  if (typeof options?.model?.invoke !== 'function')
    throw new TracewrightError(
      `Failed to run ${NAME}: a model is missing. Pass one: ${NAME}(rubric, { model }).`,
    )
  const { model, judgments } = options
  const folder =
    judgments === undefined
      ? join(dirname(this.testPath ?? resolve('test')), RUBRIC_JUDGMENTS)
      : resolve(judgments)
  const judgeRubric = await judge()
  const { pass, reason } = await judgeRubric(
    rubric,
    { trace: redactTrace(trace, redactorOf(trace, task?.prompt)), prompt: task?.prompt },
    model,
    folder,
  )
  return {
    pass,
    message: () =>
      messageOfLines([
        hintOf(this, NAME, 'rubric', '{ model }'),
        '',
        `Expected: ${this.isNot ? 'not ' : ''}${rubric}`,
        `Received: ${pass ? 'it holds' : 'it does not hold'}: ${reason}`,
        '',
        `Answer: ${trace.final_answer ?? '(none)'}`,
        `Calls:\n${renderCalls(trace)}`,
      ]),
  }
}
