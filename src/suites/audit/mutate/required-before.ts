import { sourcesOf } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'

/** Steps that have to be done before a step: those it takes values from, and those declared as state. */
export function requiredBefore(task: Task): (step: Step) => string[] {
  const isFrozen = task.expected_trace.steps.every((step) => sourcesOf(step.arguments).length === 0)
  return (step) => [
    ...new Set([
      ...sourcesOf(step.arguments).map(({ $from }) => $from),
      ...(isFrozen || step.order === true ? step.depends_on : []),
    ]),
  ]
}
