import { type Pair, runsOf } from './attempt.ts'
import { fitOf } from './mixture.ts'
import type { Outcome } from './patterns.ts'
import { pairOutcome } from './rerun-rounds.ts'
import { MAX_RERUNS } from './thresholds.ts'

/** A task of a run, which may have no reruns. */
export type Compared = Pick<Pair, 'run' | 'baseline' | 'kept' | 'earlier'> & Partial<Pick<Pair, 'reruns'>>

/** Tasks that were ever solved, those whose breaking would show most first. */
export const rankByStrength = (outcomes: readonly Outcome[]): number[] =>
  outcomes
    .flatMap(({ s }, i) => (s >= 1 ? [i] : []))
    .toSorted((i, j) => {
      const [a, b] = [outcomes[i] as Outcome, outcomes[j] as Outcome]
      return b.s / b.b - a.s / a.b || b.b - a.b || Number(a.y > 0) - Number(b.y > 0) || i - j
    })

/** Outcomes with these tasks broken outright: nothing solved in the run and in all reruns that one may get. */
function breakTasks(
  pairs: readonly Compared[],
  outcomes: readonly Outcome[],
  broken: readonly number[],
): Outcome[] {
  const all = [...outcomes]
  for (const i of broken) {
    const { x: _, y: __, runs: ___, ...record } = outcomes[i] as Outcome
    const runs = runsOf({ ...(pairs[i] as Compared), reruns: [] }).map(({ run }) => ({
      x: 0,
      y: run.attempts + MAX_RERUNS,
    }))
    const y = runs.reduce((sum, run) => sum + run.y, 0)
    all[i] = { ...record, x: 0, y, ...(runs.length === 1 ? {} : { runs }) }
  }
  return all
}

/**
 * The fewest tasks of this run that would have been called a regression, had they been broken outright: of
 * those whose breaking shows most. Null where no number would.
 *
 * @param most Upper limit of the tasks to try
 */
export function leastBroken(pairs: readonly Compared[], most = Infinity): number | null {
  const outcomes = pairs.map((pair) => pairOutcome({ reruns: [], ...pair }, Infinity))
  const order = rankByStrength(outcomes).slice(0, most)
  const isSeen = (count: number): boolean =>
    fitOf(breakTasks(pairs, outcomes, order.slice(0, count))).rejects()
  const few = Math.min(FEW, order.length)
  for (let count = 1; count <= few; count++) if (isSeen(count)) return count
  return findFirst(few + 1, order.length, isSeen)
}

/** Counts that are tried one by one; a larger one is looked for by halves, since a fit takes long in a large suite. */
const FEW = 8

/** The first whole number from `least` to `most` for which something holds, where it holds for all that follow. */
export function findFirst(least: number, most: number, holds: (count: number) => boolean): number | null {
  if (most < least || !holds(most)) return null
  let [low, high] = [least - 1, most]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}
