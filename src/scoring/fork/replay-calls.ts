import type { OpenWorld, Tools } from '../../schema/tools.ts'
import type { Call } from '../../schema/trace.ts'
import { stableJson } from '../../shared/json.ts'

/** How a call ended, as far as the agent sees it. */
export type ReplayOutcome = Pick<Call, 'status' | 'result' | 'error'>

/** Whether two calls ended alike. */
export const sameOutcome = (a: ReplayOutcome, b: ReplayOutcome): boolean => outcomeText(a) === outcomeText(b)

const outcomeText = ({ status, result, error }: ReplayOutcome): string =>
  stableJson([status, result ?? null, error ?? null])

/** A call and those that ended before it, in the order of their ends. */
export const callsUpTo = (call: Call, calls: readonly Call[]): Call[] =>
  calls.filter((other) => other.ended <= call.ended).sort((a, b) => a.ended - b.ended)

/** Makes calls again, in the given order, and tells how they ended, by id. One that got no answer is left out. */
export function replayCalls(
  calls: readonly Call[],
  world: OpenWorld,
  registry: Tools,
): ReadonlyMap<string, ReplayOutcome> {
  const outcomes = new Map<string, ReplayOutcome>()
  for (const { id, tool_name, arguments: args, status } of calls) {
    if (status === 0) continue
    const result = registry.execute(tool_name, args, world)
    outcomes.set(
      id,
      result.ok
        ? { status: result.status, result: result.output }
        : { status: result.status, error: result.error },
    )
  }
  return outcomes
}
