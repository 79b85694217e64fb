import type { Task } from '../src/schema/task.ts'
import { scoreTrace } from '../src/scoring/score.ts'
import { fail, hintOf, type MatcherContext, type MatcherResult, messageOfLines } from './matcher.ts'
import { percent, renderDone, renderScore } from './render.ts'
import { subjectOf, taskOf } from './subject.ts'

/** `expect(run).toScoreAtLeast`, which `TracewrightMatchers` documents. */
export function toScoreAtLeast(
  this: MatcherContext,
  received: unknown,
  least: number,
  given?: Task,
): MatcherResult {
  if (!(least >= 0 && least <= 1)) {
    fail('toScoreAtLeast', `${least} is not a share. Give a number from 0 to 1.`)
  }
  const subject = subjectOf(this, received, 'toScoreAtLeast')
  const task = taskOf(subject, given, 'toScoreAtLeast')
  const score = scoreTrace(task, subject.trace, subject.tools)
  return {
    pass: score.score >= least,
    message: () =>
      messageOfLines([
        hintOf(this, 'toScoreAtLeast', String(least)),
        '',
        `Expected: ${this.isNot ? 'under' : 'at least'} ${percent(least)}`,
        `Received: ${percent(score.score)}`,
        renderScore(score),
        '',
        `Calls:\n${renderDone(subject.trace, score)}`,
      ]),
  }
}
