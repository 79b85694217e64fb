import type { LeafScore, TaskScore } from '../src/schema/score.ts'
import type { Task } from '../src/schema/task.ts'
import { explainLeaf } from '../src/scoring/causes.ts'
import { scoreTrace } from '../src/scoring/score.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { renderCalls } from './render.ts'
import { readSubject, resolveTask } from './subject.ts'

const isBound = (leaf: LeafScore): boolean => leaf.provenance !== undefined

/** Every bound leaf, with the step it belongs to and where its value came from. */
function renderFlow(score: TaskScore): string {
  return score.steps
    .flatMap((step) => {
      if (step.call === null) return [`  ${step.reason}`]
      return step.leaves.filter(isBound).map((leaf) => {
        const at = `${step.step_id} ${step.tool_name}`
        return leaf.right
          ? `  ${at}: ${leaf.pointer.slice(1)} is ${leaf.provenance} (${leaf.source})`
          : `  ${at}: ${explainLeaf(leaf).text} [${leaf.provenance}]`
      })
    })
    .join('\n')
}

/** `expect(run).toRespectDataFlow`, which `TracewrightMatchers` documents. */
export function toRespectDataFlow(this: MatcherContext, received: unknown, given?: Task): MatcherResult {
  const subject = readSubject(this, received, 'toRespectDataFlow')
  const task = resolveTask(subject, given, 'toRespectDataFlow')
  const score = scoreTrace(task, subject.trace, subject.tools)
  if (score.data_flow === null) {
    throwMatcherError(
      'toRespectDataFlow',
      `${task.task_id} binds no value to an earlier output. ` +
        'Write {"$from":"step_1","at":"/..."} in its arguments, or use toMatchTrace.',
    )
  }
  return {
    pass: score.data_flow === 1,
    message: () =>
      joinMessageLines([
        formatHint(this, 'toRespectDataFlow'),
        '',
        this.isNot
          ? 'Expected at least one bound value to be wrong; all were right:'
          : 'Expected every bound value to flow:',
        renderFlow(score),
        '',
        `Received:\n${renderCalls(subject.trace)}`,
      ]),
  }
}
