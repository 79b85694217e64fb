import { narrowToTools } from '../schema/tools.ts'
import { type Call, hasSucceeded } from '../schema/trace.ts'
import { type Json, type JsonObject, stringifyStably } from '../shared/json.ts'
import type { Judging } from './judging.ts'
import { isEarly } from './order.ts'
import { computeSimilarity } from './published/match-string.ts'
import { buildEndState } from './state/changed-world.ts'
import { describeDifference } from './state/compare-states.ts'
import { openWorldBefore } from './world-before.ts'

/** How alike a value and its correction are at least: with less in common it is another value. */
const SLIP = 0.5
/** Characters that are compared. */
const MAX_COMPARED = 10_000

/** Whether two values have much in common, as a text with a typo and the right one. */
function areAlike(one: Json, other: Json): boolean {
  const format = (value: Json): string =>
    (typeof value === 'string' ? value : stringifyStably(value)).slice(0, MAX_COMPARED)
  return computeSimilarity(format(one), format(other)) >= SLIP
}

/** Whether arguments are others with a slip in some values: a typo in a text, a digit too few. */
const isSlip = (args: JsonObject, corrected: JsonObject): boolean =>
  [...new Set([...Object.keys(args), ...Object.keys(corrected)])].every((name) =>
    areAlike(args[name] ?? null, corrected[name] ?? null),
  )

/** Whether a call that was refused was made again later, and then succeeded: the values that both pass are alike. */
export const isRetried = ({ tool_name, arguments: args, ended }: Call, calls: readonly Call[]): boolean =>
  calls.some(
    (later) =>
      later.tool_name === tool_name &&
      later.started > ended &&
      hasSucceeded(later) &&
      Object.entries(later.arguments).every(
        ([name, value]) => !Object.hasOwn(args, name) || areAlike(args[name] as Json, value),
      ),
  )

/**
 * Idempotent writes with a slip that a later call of their tool corrected before anything read them: without them every later read
 * shows the same, and the stores are the same at the end. None where the tools cannot be called.
 *
 * @param writes Writes that no step needs
 */
export function findCorrected(
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
      isSlip(write.arguments, call.arguments) &&
      places.every((place) => whole.held.get(call)?.has(place) === true)
    if (places.length === 0 || !trace.calls.some(isSuccessor)) return false
    const without = { ...trace, calls: trace.calls.filter((call) => call !== write) }
    const rest = buildEndState(without.calls, seed, tools)
    if (typeof rest === 'string' || describeDifference(whole.changed, rest.changed) !== undefined)
      return false
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
