import type { Step, Task } from '../../../schema/task.ts'
import { type ReferenceRun, referenceRun } from '../../../scoring/reference-run.ts'
import type { Registry } from '../../../tools/registry.ts'
import { alternativeCallsFor } from '../reachability/alternative-calls.ts'
import { describeCall, describeUndecided, searchCheck } from '../reachability/closure.ts'
import { generalToolsFor } from '../reachability/general-tools.ts'
import { callKey, type KnownCall } from '../reachability/known.ts'
import { needlessArgumentsOf } from '../reachability/looser-calls.ts'
import { taskSearchOf } from '../reachability/search-world.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

export const unique: AuditRule = {
  name: 'unique',
  holds:
    'no other plan of at most one call more, no call without its optional arguments and no tool that computes anything ' +
    'does the same, unless it is listed under alternatives',
  needsGold: true,
  start: () =>
    searchCheck((subject, count) => {
      const { task, registry } = subject
      const taskSearch = taskSearchOf(subject)
      const seed = taskSearch.worlds[0]?.seed ?? subject.seed
      return task.expected_trace.steps.flatMap((step) => {
        const other = cheaplyFound(step, subject)
        if (other !== undefined) return [other]
        const { found, undecided } = alternativeCallsFor(step, subject, taskSearch, count)
        if (undecided !== undefined) {
          return [describeUndecided(`whether ${step.step_id} is the only way`, undecided)]
        }
        const [first, ...more] = found.filter((call) => !isListed(call, seed, task, registry))
        return first === undefined ? [] : [sentence(step, seed, first, more.length)]
      })
    }),
}

const sentence = (step: Step, seed: number, call: KnownCall, more: number): string =>
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
function isListed({ key }: KnownCall, seed: number, task: Task, registry: Registry): boolean {
  return (task.alternatives ?? []).some((expected_trace) => {
    const run = runOf({ ...task, expected_trace }, registry, seed)
    return run?.calls.some((other) => callKey(other.tool_name, other.arguments) === key) === true
  })
}

function runOf(task: Task, registry: Registry, seed: number): ReferenceRun | undefined {
  try {
    return referenceRun(task, registry, seed)
  } catch {
    return undefined
  }
}
