import type { Ledger } from '../schema/ledger.ts'
import type { Attempt } from './attempt.ts'
import { withoutKnownWorlds } from './known-by-heart.ts'
import { type GateRun, preflight } from './preflight.ts'
import { type FreshPlan, inquire } from './rounds.ts'

/**
 * What the gate needs next: for each named task the number of fresh attempts with an outcome. Call it with all
 * fresh attempts that were made so far, in their order, make the attempts it asks for, and call it again until it asks
 * for none. Then the gate decides, or says why it cannot. An errored attempt is not an outcome and is repeated, at
 * most three times for each that was asked for; so the calls come to an end whatever the endpoint does.
 *
 * Not for deterministic agents: their flips are repeated once, at their seed.
 *
 * @param isShard The run is one shard of several, which a merge judges. Default false
 */
export function nextFresh(
  run: GateRun,
  ledger: Ledger,
  fresh: readonly Attempt[] = [],
  isShard = false,
): FreshPlan[] {
  const { errors, pairs, wanted } = preflight(run, ledger, { fresh })
  if (errors.length > 0 || !run.complete) return []
  const plans =
    wanted.length > 0 ? wanted.map((task) => ({ ...task, attempts: 1 })) : inquire(pairs, isShard).wanted
  const { fresh: counted } = withoutKnownWorlds(run.attempts, fresh, ledger)
  // Attempts that do not count are there all the same, and others are made in their place.
  const leftOut = (key: string): number =>
    fresh.filter((one) => one.key === key && one.outcome !== 'errored' && !counted.includes(one)).length
  return plans.map((plan) => ({ ...plan, attempts: plan.attempts + leftOut(plan.key) }))
}
