import type { Call, Trace } from '../../schema/trace.ts'
import { stableJson } from '../../shared/json.ts'
import { type ReplayOutcome, sameOutcome } from './replay-calls.ts'

const textOf = ({ tool_name, arguments: args }: Call): string => `${tool_name} ${stableJson(args)}`

/**
 * How a continuation parts from the run before the forked call is over: the calls up to it have to be the same, with
 * the same arguments, and have to end as `outcomes` says. Undefined where it does not part.
 */
export function divergenceOf(
  original: Trace,
  continuation: Trace,
  forked: Call,
  outcomes: ReadonlyMap<string, ReplayOutcome>,
): string | undefined {
  for (const [i, call] of original.calls.slice(0, original.calls.indexOf(forked) + 1).entries()) {
    const again = continuation.calls[i]
    if (again === undefined) {
      const why = continuation.failure === undefined ? '' : ` (it failed: ${continuation.failure})`
      return `it never made ${call.id}, ${textOf(call)}${why}`
    }
    if (textOf(again) !== textOf(call)) return `${call.id} was ${textOf(again)} instead of ${textOf(call)}`
    const expected = outcomes.get(call.id)
    if (expected !== undefined && !sameOutcome(again, expected)) {
      return `${call.id} ${call.tool_name} gave another result than in the run`
    }
  }
  return undefined
}
