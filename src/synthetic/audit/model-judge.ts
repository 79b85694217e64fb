import { z } from 'zod'
import type { Asker, ModelQuestion } from '../../models/ask.ts'
import { joinLines, type Prompt } from '../generate/while-asking.ts'
import type { KnownCall } from '../toolkit/toolkit.ts'
import { buildArgumentsKey } from '../validate/given.ts'
import judgeLines from './judge-prompt.json' with { type: 'json' }
import { buildCannotTell, type Judged } from './judgment.ts'
import type { JudgedCase } from './rule-judge.ts'

const answerSchema = z.strictObject({
  judgment: z.enum([
    'correct',
    'should_success_got_error',
    'should_error_got_success',
    'inappropriate_response',
  ]),
  confidence: z.number().min(0).max(1),
  reasoning: z.string(),
})
type JudgeAnswer = z.infer<typeof answerSchema>

/** What is wrong with a verdict of the right shape. */
function findAnswerProblems(
  { judgment, reasoning }: JudgeAnswer,
  { response }: JudgedResponseCase,
): string[] {
  return [
    ...(reasoning.trim() === '' ? ['the reasoning is empty'] : []),
    ...(judgment === 'should_success_got_error' && response.status === 'PASS' && response.output !== undefined
      ? ['the response is not an error, so it cannot be should_success_got_error']
      : []),
    ...(judgment === 'should_error_got_success' && response.status === 'FAIL'
      ? ['the response is an error, so it cannot be should_error_got_success']
      : []),
  ]
}

export type ModelJudge = (one: JudgedResponseCase, known: readonly KnownCall[]) => Promise<Judged>

/** A judge that is a chat model. It does not see the expected result, so that it can disagree. */
export const createModelJudge =
  (ask: Asker): ModelJudge =>
  async (one, known) => {
    const question: ModelQuestion<JudgeAnswer> = {
      name: 'verdict',
      ...judgePrompt(one, known),
      schema: answerSchema,
      check: (answer) => findAnswerProblems(answer, one),
    }
    const answer = await ask(question)
    if (!answer.ok) return buildCannotTell(`the model gave no usable verdict: ${answer.problems.join('; ')}`)
    return { ...answer.value, checks: [], decided: true }
  }

/** What a model is shown of a response: not what is due. */
type JudgedResponseCase = Pick<JudgedCase, 'tool' | 'args' | 'response' | 'before'>

const SYSTEM =
  'You judge what a simulator of a software tool answered to one call. You know the tool only by its specification. ' +
  'Be exact, and give the benefit of the doubt to nobody: say what the specification says.'

/** Characters of the state that are shown. */
const MAX_SHOWN = 6_000

const formatJson = (value: unknown): string => JSON.stringify(value, null, 1)

const JUDGE = judgeLines.join('\n')

/** The question to a model that judges; what is expected is not in it. */
function judgePrompt(
  { tool, args, response, before }: JudgedResponseCase,
  known: readonly KnownCall[],
): Prompt {
  const { name, description, parameters, usage, failureModes, outputs } = tool
  // A call with the same arguments would show what is expected.
  const key = buildArgumentsKey(args, tool)
  const example = known.find((call) => buildArgumentsKey(call.args, tool) !== key)
  const state = before === undefined ? undefined : formatJson(before).slice(0, MAX_SHOWN)
  return {
    system: SYSTEM,
    prompt: joinLines(
      `Specification:\n${formatJson({ name, description, parameters, usage, failureModes, outputs })}`,
      example &&
        `Another call, whose output is known:\n${formatJson({ args: example.args, output: example.output })}`,
      state === undefined || state === '{}' ? undefined : `State before the call:\n${state}`,
      `Call:\n${formatJson({ tool: name, args })}`,
      `Response:\n${formatJson(response)}`,
      JUDGE,
    ),
  }
}
