import type { FunctionCall } from './function-run.ts'

/** Counterparts of calls in another run: equal calls first, then by order within a tool. */
export function pairCalls(
  calls: readonly FunctionCall[],
  others: readonly FunctionCall[],
): Map<FunctionCall, FunctionCall> {
  const pairs = new Map<FunctionCall, FunctionCall>()
  const taken = new Set<FunctionCall>()
  for (const field of ['key', 'tool'] as const) {
    for (const call of calls) {
      if (pairs.has(call)) continue
      const counterpart = others.find((other) => other[field] === call[field] && !taken.has(other))
      if (counterpart === undefined) continue
      pairs.set(call, counterpart)
      taken.add(counterpart)
    }
    if (pairs.size === calls.length) break
  }
  return pairs
}
