import { narrowToTools } from '../schema/tools.ts'
import { type Call, hasSucceeded } from '../schema/trace.ts'
import { stringifyStably } from '../shared/json.ts'
import type { Judging } from './judging.ts'
import { isEarly } from './order.ts'
import { buildEndState } from './state/changed-world.ts'
import { stateDifference } from './state/compare-states.ts'
import { openWorldBefore } from './world-before.ts'

/**
 * Idempotent writes that a later call of their tool replaced before anything read them: without them every later read
 * shows the same, and the stores are the same at the end. None where the tools cannot be called.
 *
 * @param writes Writes that no step needs
 */
export function findOverwritten(
  writes: readonly Call[],
  { expected, trace, tools: table, seed: ownSeed }: Judging,
): ReadonlySet<Call> {
  const candidates = writes.filter(
    (call) => table.get(call.tool_name)?.effect === 'idempotent-write' && !isEarly(expected.steps, call),
  )
  const tools = candidates.length === 0 ? undefined : narrowToTools(table)
  if (tools === undefined) return new Set()
  const seed = trace.seed ?? ownSeed
  const whole = buildEndState(trace.calls, seed, tools)
  if (typeof whole === 'string') return new Set()

  const isReplaced = (write: Call): boolean => {
    const places = [...(whole.held.get(write)?.keys() ?? [])]
    const isSuccessor = (call: Call): boolean =>
      call.tool_name === write.tool_name &&
      call.ended > write.ended &&
      places.every((place) => whole.held.get(call)?.has(place) === true)
    if (places.length === 0 || !trace.calls.some(isSuccessor)) return false
    const without = { ...trace, calls: trace.calls.filter((call) => call !== write) }
    const rest = buildEndState(without.calls, seed, tools)
    if (typeof rest === 'string' || stateDifference(whole.changed, rest.changed) !== undefined) return false
    const isUnaware = (call: Call): boolean => {
      const [shown, other] = [trace, without].map((one) => {
        const world = openWorldBefore(call, one, tools, seed)
        const result = tools.execute(call.tool_name, call.arguments, world)
        return stringifyStably(result.ok ? result.output : result.status)
      })
      return shown === other
    }
    return trace.calls
      .filter(
        (call) =>
          hasSucceeded(call) && call.ended > write.ended && tools.get(call.tool_name)?.effect === 'read',
      )
      .every(isUnaware)
  }
  return new Set(candidates.filter(isReplaced))
}
