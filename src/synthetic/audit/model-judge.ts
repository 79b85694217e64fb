import { z } from 'zod'
import type { Asker, ModelQuestion } from '../../models/ask.ts'
import type { KnownCall } from '../toolkit/toolkit.ts'
import { judgePrompt } from './judge-prompt.ts'
import { cannotTell, type Judged } from './judgment.ts'
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
type Answer = z.infer<typeof answerSchema>

/** What is wrong with a verdict of the right shape. */
function problemsOf({ judgment, reasoning }: Answer, { response }: JudgedCase): string[] {
  return [
    ...(reasoning.trim() === '' ? ['the reasoning is empty'] : []),
    ...(judgment === 'should_success_got_error' && response.status === 'PASS' && response.output !== undefined
      ? ['the response is no error, so it cannot be should_success_got_error']
      : []),
    ...(judgment === 'should_error_got_success' && response.status === 'FAIL'
      ? ['the response is an error, so it cannot be should_error_got_success']
      : []),
  ]
}

/** Asks a model for its verdict on a response. */
export type ModelJudge = (one: JudgedCase, known: readonly KnownCall[]) => Promise<Judged>

/**
 * A judge that is a chat model. It is not told what is expected, so that it can disagree; it sees the specification,
 * the call, the response, the known calls and the state. Without a usable answer it says `unknown`, with confidence 0.
 */
export const modelJudgeOf =
  (ask: Asker): ModelJudge =>
  async (one, known) => {
    const question: ModelQuestion<Answer> = {
      name: 'verdict',
      ...judgePrompt(one, known),
      schema: answerSchema,
      check: (answer) => problemsOf(answer, one),
    }
    const answer = await ask(question)
    if (!answer.ok) return cannotTell(`no usable verdict of the model: ${answer.problems.join('; ')}`)
    return { ...answer.value, checks: [], decided: true }
  }
