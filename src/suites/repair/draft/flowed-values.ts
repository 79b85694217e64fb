import { sourcesOf } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { referenceRun } from '../../../scoring/reference-run.ts'
import { carries } from '../../../scoring/tokens.ts'
import type { Json } from '../../../shared/json.ts'
import { valueAt } from '../../../shared/pointer.ts'
import type { Registry } from '../../../tools/registry.ts'
import { literalLeaves } from '../../audit/literal-leaves.ts'
import { isIdName, nameAt } from '../record/id-name.ts'
import { isExchangeable, isShort } from '../record/value-exchange.ts'

/** Values that flow from a result of a task into an argument or its answer, as they are. */
function flowedIn(task: Task, registry: Registry): string[] {
  const { outputOf } = referenceRun(task, registry, 0)
  const bindings = [
    ...task.expected_trace.steps.map((step): Json => step.arguments),
    task.expected_final_answer ?? null,
  ]
  return bindings.flatMap(sourcesOf).flatMap(({ $from, at, via }) => {
    const value = valueAt(outputOf($from) ?? null, at)
    if (via !== undefined || (typeof value !== 'string' && typeof value !== 'number')) return []
    const text = String(value)
    return isExchangeable(text) && (!isShort(text) || isIdName(nameAt(at))) ? [text] : []
  })
}

/** Whether a task says a value itself, so that no world may have another in its place. */
const says = (task: Task, text: string): boolean =>
  carries(task.prompt, text) ||
  task.expected_trace.steps.some((step) =>
    literalLeaves(step.arguments).some(({ value }) => String(value) === text),
  )

/** The values that other worlds may have others in the place of: those that flow in a task and none of them says. */
export function flowedValues(tasks: readonly Task[], registry: Registry): string[] {
  const flowed = new Set(tasks.flatMap((task) => flowedIn(task, registry)))
  return [...flowed].filter((text) => !tasks.some((task) => says(task, text))).sort()
}
