import type { Tools } from '../schema/tools.ts'
import type { Call, Trace } from '../schema/trace.ts'

/**
 * Fills in results that were not stored, by making the calls again in a world of the trace's seed. Calls of tools
 * without a simulator stay as they are.
 *
 * @param unknown Ids of the calls whose outcome was not stored.
 */
export function replay(trace: Trace, unknown: readonly string[], seed: number, tools: Tools): Trace {
  if (unknown.length === 0) return trace
  const wanted = new Set(unknown)
  const world = tools.open(trace.seed ?? seed)
  const calls = trace.calls.map((call): Call => {
    if (!tools.has(call.tool_name) || call.status >= 400) return call
    const result = tools.execute(call.tool_name, call.arguments, world)
    if (!wanted.has(call.id)) return call
    return result.ok
      ? { ...call, status: 200, result: result.output, committed: result.committed }
      : { ...call, status: result.status, error: result.error, committed: false }
  })
  return { ...trace, calls }
}
