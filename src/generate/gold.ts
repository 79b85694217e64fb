import type { Step } from '../schema/task.ts'
import { resolve } from '../scoring/bindings.ts'
import { topological } from '../shared/dag.ts'
import type { JsonObject } from '../shared/json.ts'
import { executeTool } from '../simulators/execute.ts'
import { registry } from '../simulators/registry.ts'
import { World } from '../world/world.ts'

/** Output of each step, by its id. */
export type Outputs = ReadonlyMap<string, JsonObject>

/** Runs the expected calls in a world of a seed. Undefined where one of them does not succeed. */
export function goldRun(steps: readonly Step[], seed: number): Outputs | undefined {
  const world = new World(seed)
  const outputs = new Map<string, JsonObject>()
  for (const step of topological(steps)) {
    const simulator = registry.get(step.tool_name)
    const args = resolve(step.arguments, (id) => outputs.get(id))
    if (simulator === undefined || args === undefined) return undefined
    const result = executeTool(simulator, args, world)
    if (!result.ok) return undefined
    outputs.set(step.step_id, result.output)
  }
  return outputs
}
