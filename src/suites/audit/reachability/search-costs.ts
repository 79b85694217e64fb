import type { JsonObject } from '../../../shared/json.ts'
import type { Closure } from './closure.ts'

/** What was counted, as plain data. */
export interface CostNotes {
  /** Calls of each closure. */
  calls: readonly number[]
  undecided: number
}

/** Counts what closures cost. */
export class SearchCosts {
  private readonly calls: number[] = []
  private undecided = 0

  notes(): CostNotes {
    return { calls: this.calls, undecided: this.undecided }
  }

  /** Counts what was counted elsewhere too. */
  include({ calls, undecided }: CostNotes): void {
    this.calls.push(...calls)
    this.undecided += undecided
  }

  add({ calls, undecided }: Closure): void {
    this.calls.push(calls)
    if (undecided !== undefined) this.undecided++
  }

  /** Closures, calls in the middle one and in the largest, and how many stayed undecided. */
  figures(): JsonObject {
    const sorted = this.calls.toSorted((a, b) => a - b)
    return {
      closures: sorted.length,
      median_calls: sorted[Math.floor(sorted.length / 2)] ?? 0,
      most_calls: sorted.at(-1) ?? 0,
      undecided: this.undecided,
    }
  }
}
