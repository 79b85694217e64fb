import type { Step } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import type { PyJson } from '../../shared/python/json.ts'
import { type ArgumentMatch, matchArguments, normalizeValueName } from './match-value.ts'

/** A call as the published scorer sees it; numbers may be marked as floats. */
export interface PublishedCall {
  /** Name of the tool. */
  tool_name: string
  /** Arguments by name. */
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
  // Places of calls by the name of their tool, in order.
  const unused = groupBy(calls.keys(), (at) => normalizeValueName((calls[at] as PublishedCall).tool_name))
  return steps.map((step) => {
    const places = unused.get(normalizeValueName(step.tool_name)) ?? []
    let best: StepMatch = { step, call: null, score: 0, per_argument: {} }
    for (const at of places) {
      const match = matchArguments(step.arguments, (calls[at] as PublishedCall).arguments)
      if (best.call === null || match.score > best.score) best = { step, call: at, ...match }
      if (best.score === 1) break
    }
    if (best.call !== null) places.splice(places.indexOf(best.call), 1)
    return best
  })
}
