import type { Pair } from './attempt.ts'
import { fitOf } from './mixture.ts'
import type { Outcome } from './patterns.ts'
import { MOST_FRESH, REJECT_TASKS } from './rules.ts'

/** Tasks that were ever solved, those whose breaking would show most first. */
export const byStrength = (outcomes: readonly Outcome[]): number[] =>
  outcomes
    .flatMap(({ s }, i) => (s >= 1 ? [i] : []))
    .toSorted((i, j) => {
      const [a, b] = [outcomes[i] as Outcome, outcomes[j] as Outcome]
      return b.s / b.b - a.s / a.b || b.b - a.b || Number(a.y > 0) - Number(b.y > 0) || i - j
    })

/** Outcomes with these tasks broken outright: nothing solved in the run and in all the fresh attempts that one may get. */
export function withBroken(
  pairs: readonly Pick<Pair, 'run'>[],
  outcomes: readonly Outcome[],
  broken: readonly number[],
): Outcome[] {
  const all = [...outcomes]
  for (const i of broken) {
    const { s, b } = outcomes[i] as Outcome
    all[i] = { s, b, x: 0, y: (pairs[i] as Pair).run.attempts + MOST_FRESH }
  }
  return all
}

/**
 * The fewest tasks of this run that would have been called a regression, had they been broken outright; null where no
 * number would.
 */
export function leastBroken(
  pairs: readonly Pick<Pair, 'run'>[],
  outcomes: readonly Outcome[],
): number | null {
  const order = byStrength(outcomes)
  const found = order.findIndex(
    (_, at) => fitOf(withBroken(pairs, outcomes, order.slice(0, at + 1))).lambda() >= REJECT_TASKS,
  )
  return found < 0 ? null : found + 1
}
