import { sourcesOf } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { lostReply, succeeded } from '../../../schema/trace.ts'
import { resolve } from '../../../scoring/bindings.ts'
import type { ReferenceRun } from '../../../scoring/reference-run.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import type { Performance } from '../mutate/script.ts'
import type { Rewritten } from './rewrite.ts'

/** Whether every value that a step or the answer takes is the one of the reference run. */
function givesTheSame(task: Task, { outputOf }: Performance, gold: ReferenceRun): boolean {
  const consumers: Json[] = [
    ...task.expected_trace.steps.map((step) => step.arguments),
    ...(task.expected_final_answer === undefined ? [] : [task.expected_final_answer]),
  ]
  return consumers
    .flatMap(sourcesOf)
    .map((from) => from)
    .every(
      (from) =>
        stableJson(resolve(from, outputOf) ?? null) === stableJson(resolve(from, gold.outputOf) ?? null),
    )
}

/** Whether what was done is a rewrite: whether nothing speaks against it that might have. */
export function applies(
  { unless }: Rewritten,
  performance: Performance,
  task: Task,
  gold: ReferenceRun,
): boolean {
  const { made } = performance
  if (unless === undefined) return true
  if (unless === 'no-failure') {
    return made.every(({ move, call }) => move.step !== undefined || (!succeeded(call) && !lostReply(call)))
  }
  const done = new Set(made.filter(({ call }) => succeeded(call)).map(({ move }) => move.step))
  const isDone = task.expected_trace.steps.every(({ step_id }) => done.has(step_id))
  return isDone && (unless === 'failure' || givesTheSame(task, performance, gold))
}
