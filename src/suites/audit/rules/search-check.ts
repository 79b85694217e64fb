import { quoteValue } from '../quote-value.ts'
import type { Closure } from '../reachability/closure.ts'
import type { KnownCall, Origin } from '../reachability/known.ts'
import type { SuiteView } from '../rule.ts'

/** A call as it is written: `get_weather {"city":"Oslo"}`. */
export const describeCall = ({ tool, arguments: args }: Pick<KnownCall, 'tool' | 'arguments'>): string =>
  `${tool} ${quoteValue(args)}`

/** Where a known value comes from, as the end of a sentence. */
export function describeOrigin(origin: Origin): string {
  if (origin.from === 'start') return origin.what
  if (origin.from === 'parts') return `the known parts of ${origin.what}`
  return `${origin.from === 'step' ? origin.step : describeCall(origin.call)} ${origin.pointer}`
}

/** Why a question about a task stays open. */
export const describeUndecided = (question: string, budget: string): string =>
  `${question} is undecided: ${budget}`

/** What a search took. */
export interface SearchCost {
  calls: number
  isUndecided: boolean
}

export const costOf = ({ calls, undecided }: Closure): SearchCost => ({
  calls,
  isUndecided: undecided !== undefined,
})

/** Metrics of all searches of a rule. */
export function searchCosts(costs: readonly SearchCost[]): SuiteView {
  const sorted = costs.map(({ calls }) => calls).sort((a, b) => a - b)
  const metrics = {
    closures: sorted.length,
    median_calls: sorted[Math.floor(sorted.length / 2)] ?? 0,
    most_calls: sorted.at(-1) ?? 0,
    undecided: costs.filter(({ isUndecided }) => isUndecided).length,
  }
  return { metrics }
}
