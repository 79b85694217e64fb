import type { Step } from '../../schema/task.ts'
import type { PyJson } from '../../shared/python/json.ts'
import { type ArgumentMatch, matchArguments, normalizeValueName } from './match-value.ts'

/** A call as the published scorer sees it; numbers may be marked as floats. */
export interface PublishedCall {
  tool_name: string
  arguments: { [name: string]: PyJson }
}

/** A step and the call that was taken for it, if any. */
export interface StepMatch extends ArgumentMatch {
  step: Step
  call: number | null
}

/**
 * Takes for each step, in the order of the list, the unused call of its tool whose arguments match best; of equal
 * ones the earliest. Greedy: an early step may take the call that fits a later one, and no order is asked for.
 */
export function matchCalls(steps: readonly Step[], calls: readonly PublishedCall[]): StepMatch[] {
  const used = new Set<number>()
  return steps.map((step) => {
    const name = normalizeValueName(step.tool_name)
    let best: StepMatch = { step, call: null, score: 0, per_argument: {} }
    for (const [at, call] of calls.entries()) {
      if (used.has(at) || normalizeValueName(call.tool_name) !== name) continue
      const match = matchArguments(step.arguments, call.arguments)
      if (best.call === null || match.score > best.score) best = { step, call: at, ...match }
      if (best.score === 1) break
    }
    if (best.call !== null) used.add(best.call)
    return best
  })
}
