import type { Task } from '../src/schema/task.ts'
import { scoreTrace } from '../src/scoring/score.ts'
import { hintOf, type MatcherContext, type MatcherResult, messageOfLines } from './matcher.ts'
import { percent, renderDone, renderScore, renderTask } from './render.ts'
import { subjectOf, taskOf } from './subject.ts'

/** `expect(run).toSolve`, which `TracewrightMatchers` documents. */
export function toSolve(this: MatcherContext, received: unknown, given?: Task): MatcherResult {
  const subject = subjectOf(this, received, 'toSolve')
  const task = taskOf(subject, given, 'toSolve')
  const score = scoreTrace(task, subject.trace, subject.tools)
  return {
    pass: score.solved,
    message: () =>
      messageOfLines([
        hintOf(this, 'toSolve'),
        '',
        ...(score.solved
          ? [`Expected ${task.task_id} not to be solved, but it was.`]
          : [
              `${task.task_id} was not solved, score ${percent(score.score)}:`,
              renderScore(score),
              '',
              `Expected:\n${renderTask(task, score)}`,
            ]),
        `Received:\n${renderDone(subject.trace, score)}`,
      ]),
  }
}
