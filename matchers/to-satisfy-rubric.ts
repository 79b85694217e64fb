import { dirname, join, resolve } from 'node:path'
import { type JudgeOptions, RUBRIC_JUDGMENTS } from '../src/models/judge/judge-model.ts'
import { describeThrown } from '../src/shared/errors.ts'
import { createTraceRedactor, redactTrace } from '../src/trace/redact-trace.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { renderCalls } from './render.ts'
import { readSubject } from './subject.ts'

const NAME = 'toSatisfyRubric'

async function judge() {
  try {
    return (await import('../src/models/judge/judge-rubric.ts')).judgeRubric
  } catch (error) {
    throwMatcherError(NAME, `${describeThrown(error)}. It needs @langchain/core; install that.`, error)
  }
}

/** `expect(run).toSatisfyRubric`, which `TracewrightMatchers` documents. */
export async function toSatisfyRubric(
  this: MatcherContext & { testPath?: string },
  received: unknown,
  rubric: string,
  options: JudgeOptions,
): Promise<MatcherResult> {
  const { trace, task } = readSubject(this, received, NAME)
  if (typeof rubric !== 'string' || rubric.trim() === '')
    throwMatcherError(NAME, `the rubric is missing. Say in words what must hold.`)
  if (typeof options?.model?.invoke !== 'function')
    throwMatcherError(NAME, `a model is missing. Pass one: ${NAME}(rubric, { model }).`)
  const { model, judgments } = options
  const folder =
    judgments === undefined
      ? join(dirname(this.testPath ?? resolve('test')), RUBRIC_JUDGMENTS)
      : resolve(judgments)
  const judgeRubric = await judge()
  const { pass, reason } = await judgeRubric(
    rubric,
    { trace: redactTrace(trace, createTraceRedactor(trace, task?.prompt)), prompt: task?.prompt },
    model,
    folder,
  )
  return {
    pass,
    message: () =>
      joinMessageLines([
        formatHint(this, NAME, 'rubric', '{ model }'),
        '',
        `Expected: ${this.isNot ? 'not ' : ''}${rubric}`,
        `Received: ${pass ? 'it holds' : 'it does not hold'}: ${reason}`,
        '',
        `Answer: ${trace.final_answer ?? '(none)'}`,
        `Calls:\n${renderCalls(trace)}`,
      ]),
  }
}
