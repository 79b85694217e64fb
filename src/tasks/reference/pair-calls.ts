import { groupBy } from '../../shared/group.ts'
import type { FunctionCall } from './run-function.ts'

/** Counterparts of calls in another run: equal calls first, then by order within a tool. */
export function pairCalls(
  calls: readonly FunctionCall[],
  others: readonly FunctionCall[],
): Map<FunctionCall, FunctionCall> {
  const pairs = new Map<FunctionCall, FunctionCall>()
  const taken = new Set<FunctionCall>()
  for (const keyOf of [(call: FunctionCall) => call.key, (call: FunctionCall) => call.tool]) {
    const free = groupBy(
      others.filter((call) => !taken.has(call)),
      keyOf,
    )
    for (const call of calls) {
      const counterpart = pairs.has(call) ? undefined : free.get(keyOf(call))?.shift()
      if (counterpart === undefined) continue
      pairs.set(call, counterpart)
      taken.add(counterpart)
    }
  }
  return pairs
}
