import { quoteValue } from '../quote-value.ts'
import type { Closure } from '../reachability/closure.ts'
import type { KnownCall, Origin } from '../reachability/known.ts'
import type { RuleCheck } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

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

export interface SearchCosts {
  calls: number[]
  undecided: number
}

/** A check of a rule that looks at what is known, with the costs of its searches as metrics. */
export function searchCheck(
  visit: (subject: AuditSubject, count: (closure: Closure) => void) => Iterable<string>,
): RuleCheck {
  const costs: SearchCosts = { calls: [], undecided: 0 }
  const count = ({ calls, undecided }: Closure): void => {
    costs.calls.push(calls)
    if (undecided !== undefined) costs.undecided++
  }
  return {
    visit: (subject) => visit(subject, count),
    figures() {
      const sorted = costs.calls.toSorted((a, b) => a - b)
      return {
        closures: sorted.length,
        median_calls: sorted[Math.floor(sorted.length / 2)] ?? 0,
        most_calls: sorted.at(-1) ?? 0,
        undecided: costs.undecided,
      }
    },
    notes: () => costs,
    add({ calls, undecided }: SearchCosts) {
      costs.calls.push(...calls)
      costs.undecided += undecided
    },
  }
}
