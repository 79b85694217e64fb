import type { Call, Trace } from '../schema/trace.ts'
import { executeTool } from '../simulators/execute.ts'
import type { Registry } from '../simulators/registry.ts'
import { World } from '../world/world.ts'

/**
 * Fills in results that were not stored, by making the calls again in a world of the trace's seed. Calls of tools
 * without a simulator stay as they are.
 *
 * @param unknown Ids of the calls whose outcome was not stored.
 */
export function replay(trace: Trace, unknown: readonly string[], seed: number, registry: Registry): Trace {
  if (unknown.length === 0) return trace
  const wanted = new Set(unknown)
  const world = new World(trace.seed ?? seed)
  const calls = trace.calls.map((call): Call => {
    const simulator = registry.get(call.tool_name)
    if (simulator === undefined || call.status >= 400) return call
    const result = executeTool(simulator, call.arguments, world)
    if (!wanted.has(call.id)) return call
    return result.ok
      ? { ...call, status: 200, result: result.output, committed: result.committed }
      : { ...call, status: result.status, error: result.error, committed: false }
  })
  return { ...trace, calls }
}
