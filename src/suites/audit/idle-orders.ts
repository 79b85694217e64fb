import { listSources } from '../../schema/binding.ts'
import type { Step } from '../../schema/task.ts'
import { sortTopologically } from '../../shared/dag.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { executeStep } from '../../tasks/world-state.ts'
import type { AuditSubject } from './subject.ts'

/** What calls return and leave in the stores, one after the other. The order of records does not count. */
function executeInOrder(subject: AuditSubject, steps: readonly Step[]): string {
  const world = subject.openWorld()
  const outputs = steps.map(({ step_id, tool_name }): [string, Json] => {
    const args = subject.run.argumentsOf.get(step_id) ?? {}
    const result = executeStep(tool_name, args, world, subject.registry)
    return [step_id, result.ok ? result.output : null]
  })
  const stores = [...world.snapshot().stores].map(([name, records]): [string, Json] => [
    name,
    [...records].map((record) => stringifyStably(record as Json)).sort(),
  ])
  return stringifyStably([Object.fromEntries(outputs), Object.fromEntries(stores)])
}

/**
 * Steps that are declared to come after others (`"order": true`) without a reason: one of the two is a read, and the other
 * order gives the same results and leaves the same records. An agent that calls them the other way round is right, and
 * would fail. The order of two writes is seen from outside, so a user may ask for it.
 */
export function findIdleOrders(subject: AuditSubject): string[] {
  // A step that waits for a decision is not declared: the decision is the reason.
  if (subject.worlds.isDependent) return []
  const steps = sortTopologically(subject.task.expected_trace.steps)
  const isRead = ({ tool_name }: Step): boolean => subject.registry.get(tool_name)?.effect === 'read'
  return steps.flatMap((step, at) => {
    const taken = new Set(listSources(step.arguments).map(({ $from }) => $from))
    const waits = step.order === true ? step.depends_on.filter((id) => !taken.has(id)) : []
    return waits.flatMap((id) => {
      const from = steps.findIndex(({ step_id }) => step_id === id)
      // What takes values between the two keeps them apart.
      const between = steps.slice(from + 1, at)
      const isTied = between.some((one) => listSources(one.arguments).some(({ $from }) => $from === id))
      if (isTied || from < 0 || !(isRead(step) || isRead(steps[from] as Step))) return []
      const moved = steps.toSpliced(at, 1).toSpliced(from, 0, step)
      return executeInOrder(subject, steps) === executeInOrder(subject, moved)
        ? [`${step.step_id} has to follow ${id}, but the other order gives the same; take "order" away`]
        : []
    })
  })
}
