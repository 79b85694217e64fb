import type { JsonObject } from '../../shared/json.ts'
import type { SearchOutcome } from './search.ts'

/** Counts what closures cost. */
export class SearchCosts {
  private readonly calls: number[] = []
  private plans = 0
  private undecided = 0

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
