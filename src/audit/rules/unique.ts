import type { Task } from '../../schema/task.ts'
import { type GoldRun, goldRun } from '../../scoring/gold-run.ts'
import type { Registry } from '../../simulators/registry.ts'
import { type AlternativeCall, alternativeCallsFor } from '../reachability/alternative-calls.ts'
import { describeCall, describeUndecided } from '../reachability/describe.ts'
import { SearchCosts } from '../reachability/search-costs.ts'
import { callKey, taskSearchOf } from '../reachability/task-search.ts'
import type { AuditRule } from '../rule.ts'

export const unique: AuditRule = {
  name: 'unique',
  holds: 'no other plan of at most one call more does the same, unless it is listed under alternatives',
  needsGold: true,
  start() {
    const costs = new SearchCosts()
    return {
      visit(subject) {
        const { task, registry } = subject
        const taskSearch = taskSearchOf(subject)
        return task.expected_trace.steps.flatMap((step) => {
          const { found, undecided } = alternativeCallsFor(step, task, registry, taskSearch, costs)
          if (undecided !== undefined) {
            return [describeUndecided(`whether ${step.step_id} is the only way`, undecided)]
          }
          const [first, ...more] = found.filter((alternative) => !isListed(alternative, task, registry))
          return first === undefined ? [] : [sentence(first, more.length)]
        })
      },
      figures: () => costs.figures(),
    }
  },
}

const sentence = ({ seed, step, call }: AlternativeCall, more: number): string =>
  `in world ${seed} ${describeCall(call)} gives all that is taken from ${step.step_id} (${step.tool_name}), as it ` +
  `does in the other worlds${more === 0 ? '' : `, and ${more} other calls do too`}; change the task, or list the plan ` +
  'under alternatives'

/** Whether one of the alternatives makes a call. */
function isListed({ seed, call }: AlternativeCall, task: Task, registry: Registry): boolean {
  return (task.alternatives ?? []).some((expected_trace) => {
    const run = runOf({ ...task, expected_trace }, registry, seed)
    return run?.calls.some((other) => callKey(other.tool_name, other.arguments) === call.key) === true
  })
}

function runOf(task: Task, registry: Registry, seed: number): GoldRun | undefined {
  try {
    return goldRun(task, registry, seed)
  } catch {
    return undefined
  }
}
