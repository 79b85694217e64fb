import { dirname, join, resolve } from 'node:path'
import { type JudgeOptions, RUBRIC_JUDGMENTS } from '../src/models/judge/judge-model.ts'
import { messageOf } from '../src/shared/errors.ts'
import { redactorOf, redactTrace } from '../src/trace/redact-trace.ts'
import { fail, hintOf, type MatcherContext, type MatcherResult, messageOfLines } from './matcher.ts'
import { renderCalls } from './render.ts'
import { subjectOf } from './subject.ts'

const NAME = 'toSatisfyRubric'

async function judge() {
  try {
    return (await import('../src/models/judge/judge-rubric.ts')).judgeRubric
  } catch (error) {
    fail(NAME, `${messageOf(error)}. It needs @langchain/core; install that.`, error)
  }
}

/** `expect(run).toSatisfyRubric`, which `TracewrightMatchers` documents. */
export async function toSatisfyRubric(
  this: MatcherContext & { testPath?: string },
  received: unknown,
  rubric: string,
  options: JudgeOptions,
): Promise<MatcherResult> {
  const { trace, task } = subjectOf(this, received, NAME)
  if (typeof rubric !== 'string' || rubric.trim() === '')
    fail(NAME, `the rubric is missing. Say in words what must hold.`)
  if (typeof options?.model?.invoke !== 'function')
    fail(NAME, `a model is missing. Pass one: ${NAME}(rubric, { model }).`)
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
