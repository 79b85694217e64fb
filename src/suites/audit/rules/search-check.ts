import { quoteValue } from '../quote-value.ts'
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

/** How many searches a rule made, and how many of them ended over their budget. */
export const searchCosts = (undecided: readonly boolean[]): SuiteView => ({
  metrics: { closures: undecided.length, undecided: undecided.filter(Boolean).length },
})
