import type { Task } from '../src/schema/task.ts'
import { scoreTrace } from '../src/scoring/score.ts'
import { formatHint, joinMessageLines, type MatcherContext, type MatcherResult } from './matcher.ts'
import { formatPercent, renderDone, renderScore, renderTask } from './render.ts'
import { readSubject, resolveTask } from './subject.ts'

/** `expect(run).toSolve`, which `TracewrightMatchers` documents. */
export function toSolve(this: MatcherContext, received: unknown, given?: Task): MatcherResult {
  const subject = readSubject(this, received, 'toSolve')
  const task = resolveTask(subject, given, 'toSolve')
  const score = scoreTrace(task, subject.trace, subject.tools)
  return {
    pass: score.solved,
    message: () =>
      joinMessageLines([
        formatHint(this, 'toSolve'),
        '',
        ...(score.solved
          ? [`Expected ${task.task_id} not to be solved, but it was.`]
          : [
              `${task.task_id} was not solved, score ${formatPercent(score.score)}:`,
              renderScore(score),
              '',
              `Expected:\n${renderTask(task, score)}`,
            ]),
        `Received:\n${renderDone(subject.trace, score)}`,
      ]),
  }
}
