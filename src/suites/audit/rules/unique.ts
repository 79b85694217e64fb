import type { Step, Task } from '../../../schema/task.ts'
import { type GoldRun, goldRun } from '../../../scoring/gold-run.ts'
import type { Registry } from '../../../tools/registry.ts'
import { type AlternativeCall, alternativeCallsFor } from '../reachability/alternative-calls.ts'
import { describeCall, describeUndecided } from '../reachability/describe.ts'
import { generalToolsFor } from '../reachability/general-tools.ts'
import { callKey } from '../reachability/known-values.ts'
import { needlessArgumentsOf } from '../reachability/looser-calls.ts'
import { type CostNotes, SearchCosts } from '../reachability/search-costs.ts'
import { taskSearchOf } from '../reachability/task-search.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

export const unique: AuditRule = {
  name: 'unique',
  holds:
    'no other plan of at most one call more, no call without its optional arguments and no tool that computes anything ' +
    'does the same, unless it is listed under alternatives',
  needsGold: true,
  start() {
    const costs = new SearchCosts()
    return {
      visit(subject) {
        const { task, registry } = subject
        const taskSearch = taskSearchOf(subject)
        return task.expected_trace.steps.flatMap((step) => {
          const other = cheaplyFound(step, subject)
          if (other !== undefined) return [other]
          const { found, undecided } = alternativeCallsFor(step, subject, taskSearch, costs)
          if (undecided !== undefined) {
            return [describeUndecided(`whether ${step.step_id} is the only way`, undecided)]
          }
          const [first, ...more] = found.filter((alternative) => !isListed(alternative, task, registry))
          return first === undefined ? [] : [sentence(first, more.length)]
        })
      },
      figures: () => costs.figures(),
      notes: () => costs.notes(),
      add: (notes: CostNotes) => costs.include(notes),
    }
  },
}

const sentence = ({ seed, step, call }: AlternativeCall, more: number): string =>
  `in world ${seed} ${describeCall(call)} gives all that is taken from ${step.step_id} (${step.tool_name}), as it ` +
  `does in the other worlds${more === 0 ? '' : `, and ${more} other calls do too`}; change the task, or list the plan ` +
  'under alternatives'

/** Another way to what a step gives that takes no search: a looser call, or a tool that computes anything. */
function cheaplyFound(step: Step, subject: AuditSubject): string | undefined {
  const name = `${step.step_id} (${step.tool_name})`
  const general = generalToolsFor(step, subject)
  if (general.length > 0) {
    return `${general.join(' and ')} on offer can work out what is taken from ${name}; offer other tools`
  }
  const needless = needlessArgumentsOf(step, subject)
  if (needless === undefined) return undefined
  return (
    `without ${needless.join(', ')} the call of ${name} shows all that is taken from it as well, and is refused; ` +
    'change the task, or list the plan under alternatives'
  )
}

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
