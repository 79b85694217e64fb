import { bindingKey } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { resolve } from '../../scoring/bindings.ts'
import { seedsOfShape, taskIn } from '../../scoring/expand.ts'
import { referenceRun } from '../../scoring/reference-run.ts'
import { isObject, type Json, stableJson } from '../../shared/json.ts'
import type { Registry } from '../../tools/registry.ts'

/** The values that bindings give, without the wording of texts around them. */
function boundOf(value: Json): Json[] {
  const key = bindingKey(value)
  if (key === '$literal') return []
  if (key !== undefined && key !== '$text' && key !== '$template' && key !== '$unordered' && key !== '$oneOf')
    return [value]
  if (Array.isArray(value)) return value.flatMap(boundOf)
  return isObject(value) ? Object.values(value).flatMap(boundOf) : []
}

function flowIn(given: Task, registry: Registry, seed: number): string {
  const task = taskIn(given, seed, registry)
  const { outputOf } = referenceRun(task, registry, seed)
  const values = [
    ...task.expected_trace.steps.map((step) => step.arguments),
    task.expected_final_answer ?? null,
  ]
  return stableJson(values.flatMap(boundOf).map((binding) => resolve(binding, outputOf) ?? null))
}

/**
 * Whether the values that flow in a task are others in the next world in which it has the same shape. Those of a task that only computes
 * with what the prompt states are the same in every world; they are right wherever they come from.
 */
export function changesWithWorld(task: Task, registry: Registry): boolean {
  const [other] = seedsOfShape(task, 1, registry)
  return (
    other !== undefined && flowIn(task, registry, task.world?.seed ?? 0) !== flowIn(task, registry, other)
  )
}
