import type { JsonObject } from '../../shared/json.ts'
import type { SearchOutcome } from './search.ts'

/** What was counted, as plain data. */
export interface CostNotes {
  /** Calls of each closure. */
  calls: readonly number[]
  plans: number
  undecided: number
}

/** Counts what closures cost. */
export class SearchCosts {
  private readonly calls: number[] = []
  private plans = 0
  private undecided = 0

  notes(): CostNotes {
    return { calls: this.calls, plans: this.plans, undecided: this.undecided }
  }

  /** Counts what was counted elsewhere too. */
  include({ calls, plans, undecided }: CostNotes): void {
    this.calls.push(...calls)
    this.plans += plans
    this.undecided += undecided
  }

  /** @param ofPlans Whether the closure looked at plans alone, as it does where the full one is too large. */
  add({ calls, undecided }: SearchOutcome, ofPlans: boolean): void {
    this.calls.push(calls)
    if (ofPlans) this.plans++
    if (ofPlans && undecided !== undefined) this.undecided++
  }

  /** Closures, calls in the middle one and in the largest, closures over plans, and how many stayed undecided. */
  figures(): JsonObject {
    const sorted = [...this.calls].sort((a, b) => a - b)
    return {
      closures: sorted.length,
      median_calls: sorted[Math.floor(sorted.length / 2)] ?? 0,
      most_calls: sorted.at(-1) ?? 0,
      closures_over_plans: this.plans,
      undecided: this.undecided,
    }
  }
}
