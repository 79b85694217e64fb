import type { ExpectedTrace } from '../../schema/task.ts'
import type { Call } from '../../schema/trace.ts'
import { topological } from '../../shared/dag.ts'
import { isObject, type Json, stableJson } from '../../shared/json.ts'
import { executeTool } from '../../simulators/execute.ts'
import type { Registry } from '../../simulators/registry.ts'
import { World } from '../../world/world.ts'

/** A value in which the order of records does not count: two valid orders of calls may add them differently. */
function canonical(value: Json): string {
  if (!Array.isArray(value)) return stableJson(value)
  const items = value.map((item) => stableJson(item))
  return stableJson(value.some(isObject) ? items.sort() : items)
}

/**
 * Where two worlds differ, as `store/key`. A store that only one of them has filled holds what every world begins with,
 * or effects that are told elsewhere, and is left out.
 */
export function differences(one: World, other: World): string[] {
  const theirs = other.snapshot().stores
  return [...one.snapshot().stores].flatMap(([name, store]) => {
    const counterpart = theirs.get(name)
    if (counterpart === undefined) return []
    return [...new Set([...store.keys(), ...counterpart.keys()])].flatMap((key) => {
      const [a, b] = [store.get(key), counterpart.get(key)]
      return a !== undefined && b !== undefined && canonical(a) === canonical(b) ? [] : [`${name}/${key}`]
    })
  })
}

/**
 * The world after the golden calls alone, with the arguments that an attempt gave them: where a task leaves a value
 * open, or takes several spellings of it, its own end state is as good as the golden one.
 *
 * @param callOf The call of the attempt that fulfils a step
 */
export function endAsGiven(
  { steps }: ExpectedTrace,
  callOf: (stepId: string) => Call | undefined,
  registry: Registry,
  seed: number,
): World {
  const world = new World(seed)
  for (const { step_id } of topological(steps)) {
    const call = callOf(step_id)
    const simulator = call === undefined ? undefined : registry.get(call.tool_name)
    if (call !== undefined && simulator !== undefined) executeTool(simulator, call.arguments, world)
  }
  return world
}
