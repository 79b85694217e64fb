import { listSources } from '../../schema/binding.ts'
import type { PlainTask, TaskInWorld } from '../../schema/task-in-world.ts'
import { runReference } from '../../tasks/reference-run.ts'

/**
 * A task with the values of its reference run in place of its bindings, as the published scorer wants it: it knows no
 * values that flow. A task without bindings is given back as it is.
 *
 * @throws TracewrightError where the expected trace cannot be executed
 */
export function freeze({ task, tools }: TaskInWorld): PlainTask {
  const { steps } = task.expected_trace
  if (steps.every((step) => listSources(step.arguments).length === 0)) return task
  const { argumentsOf } = runReference(task, tools)
  return {
    ...task,
    expected_trace: {
      ...task.expected_trace,
      steps: steps.map((step) => ({ ...step, arguments: argumentsOf.get(step.step_id) ?? {} })),
    },
  }
}
