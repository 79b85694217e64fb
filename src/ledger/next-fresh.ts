import type { Ledger } from '../schema/ledger.ts'
import type { Attempt } from './attempt.ts'
import { type GateRun, preflight } from './preflight.ts'
import { type FreshPlan, inquire } from './rounds.ts'

/**
 * What the gate needs next: so many fresh attempts with an outcome in all of each task that is named. Call it with all
 * fresh attempts that were made so far, in their order, make what it asks for, and call it again, until it asks for
 * nothing: then the gate can decide, or cannot and says why. An errored attempt is no outcome and is asked for again, at
 * most three times for each that was asked for; so the calls come to an end whatever the endpoint does.
 *
 * Agents that do the same every time are no matter of this function: their flips are repeated once, at their seed.
 */
export function nextFresh(run: GateRun, ledger: Ledger, fresh: readonly Attempt[] = []): FreshPlan[] {
  const { errors, pairs, wanted } = preflight(run, ledger, { fresh })
  if (errors.length > 0 || !run.complete) return []
  if (wanted.length > 0) return wanted.map((task) => ({ ...task, attempts: 1 }))
  return inquire(pairs).wanted
}
