import type { Task } from '../src/schema/task.ts'
import { scoreTrace } from '../src/scoring/score.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { formatPercent, renderDone, renderScore } from './render.ts'
import { readSubject, resolveTask } from './subject.ts'

/** `expect(run).toScoreAtLeast`, which `TracewrightMatchers` documents. */
export function toScoreAtLeast(
  this: MatcherContext,
  received: unknown,
  least: number,
  given?: Task,
): MatcherResult {
  if (!(least >= 0 && least <= 1)) {
    throwMatcherError('toScoreAtLeast', `${least} is not a share. Give a number from 0 to 1.`)
  }
  const subject = readSubject(this, received, 'toScoreAtLeast')
  const task = resolveTask(subject, given, 'toScoreAtLeast')
  const score = scoreTrace(task, subject.trace, subject.tools)
  return {
    pass: score.score >= least,
    message: () =>
      joinMessageLines([
        formatHint(this, 'toScoreAtLeast', String(least)),
        '',
        `Expected: ${this.isNot ? 'under' : 'at least'} ${formatPercent(least)}`,
        `Received: ${formatPercent(score.score)}`,
        renderScore(score),
        '',
        `Calls:\n${renderDone(subject.trace, score)}`,
      ]),
  }
}
