import { sourcesOf } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { Tools } from '../../schema/tools.ts'
import { taskIn } from '../expand.ts'
import { referenceRun } from '../reference-run.ts'

/**
 * The task with the values of its reference run in place of its bindings, as the published scorer wants it: it knows no
 * values that flow. A task without bindings is given back as it is.
 *
 * @throws TracewrightError where the expected trace cannot be executed
 */
export function freeze(given: Task, registry: Tools): Task {
  const task = taskIn(given, given.world?.seed ?? 0, registry)
  const { steps } = task.expected_trace
  if (steps.every((step) => sourcesOf(step.arguments).length === 0)) return task
  const { argumentsOf } = referenceRun(task, registry)
  return {
    ...task,
    expected_trace: {
      ...task.expected_trace,
      steps: steps.map((step) => ({ ...step, arguments: argumentsOf.get(step.step_id) ?? {} })),
    },
  }
}
