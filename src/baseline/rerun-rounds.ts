import type { Baseline } from '../schema/baseline.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { type Attempt, type GateTask, type Pair, pooled, runsOf, sumOf } from './attempt.ts'
import { withoutKnownWorlds } from './known-by-heart.ts'
import { type Fit, fitOf } from './mixture.ts'
import type { Outcome } from './patterns.ts'
import { type GateRun, preflight } from './preflight.ts'
import { type SuspectStratum, suspectLevels, suspectSuite } from './strata.ts'
import { needsPass } from './suite-wide.ts'
import {
  CANDIDATE_RATIO,
  CANDIDATES,
  DOUBTED,
  NAMED,
  REMADE,
  RERUNS_IN_STRATUM,
  ROUNDS,
  SUITE_WIDE,
} from './thresholds.ts'

export interface RerunPlan extends GateTask {
  attempts: number
  /** All tasks look worse together, and each is attempted once more: for the first or the second time. */
  pass?: number
}

export interface RerunOptions {
  /** The run is one shard of several, which a merge judges. Default false. */
  isShard?: boolean
  /** How often all tasks may be attempted once more where they look worse together. Default 2. */
  suiteReruns?: number
}

/** How far the gate got with the reruns that there are. */
export interface Inquiry {
  strata: SuspectStratum[]
  /** Fits of the rounds in their order; the last one is the final one once nothing is wanted. */
  fits: Fit[]
  /** How many of the first fits were made before any candidate had reruns, and so reject nothing. */
  early: number
  /** Indices of tasks that were candidates in some round. */
  looked: Set<number>
  /** What is to be made before the gate can go on; empty where it can decide. */
  wanted: RerunPlan[]
  /** Tasks that errored too often to be remade once more. */
  lost: GateTask[]
}

/** Input of the mixture for one task: of each run the first reruns count, up to a limit. */
export function pairOutcome(
  pair: Pick<Pair, 'run' | 'reruns' | 'baseline' | 'kept' | 'failing' | 'earlier'>,
  most: number,
): Outcome {
  const runs = runsOf(pair).map((run) => pooled(run, most))
  const { successes, attempts } = sumOf(runs)
  const { baseline, kept, failing } = pair
  return {
    s: baseline.successes,
    b: baseline.attempts,
    x: successes,
    y: attempts - successes,
    ...dropUndefinedFields({ kept, failing }),
    ...(runs.length === 1
      ? {}
      : { runs: runs.map((run) => ({ x: run.successes, y: run.attempts - run.successes })) }),
  }
}

/**
 * How much likelier a task is broken than not. One that fails now and failed in the runs before is weighed with those
 * failures. One failure at a time, a task that is solved half the time would never be looked at after its death.
 */
function computeSuspicion(fit: Fit, i: number, outcome: Outcome): number {
  const { x, y, runs = [{ x, y }], failing = 0 } = outcome
  if (x > 0 || failing === 0) return fit.ratioOf(i)
  const before = Array.from({ length: failing }, () => ({ x: 0, y: 1 }))
  return Math.max(fit.ratioOf(i), fit.ratioFor({ ...outcome, runs: [...before, ...runs] }))
}

/**
 * Tasks that were ever solved, failed since, and rather look broken: the most so, as many as the round takes.
 *
 * @param isShard Tasks that are broken beyond doubt stay candidates: the merge, with more tasks, needs more to be sure
 */
export function listCandidates(
  fit: Fit,
  outcomes: readonly Outcome[],
  round: number,
  isShard = false,
): number[] {
  const suspicions = outcomes.map((outcome, i) =>
    outcome.s >= 1 && outcome.y >= 1 ? computeSuspicion(fit, i, outcome) : 0,
  )
  const readSuspicion = (i: number): number => suspicions[i] as number
  if (suspicions.every((suspicion) => suspicion < CANDIDATE_RATIO)) return []
  const done = round >= 1 && fit.rejects()
  const found = outcomes.flatMap((_, i) => {
    const posterior = fit.posteriorOf(i)
    const doubted = !done || (posterior >= DOUBTED && (isShard || posterior < NAMED))
    return readSuspicion(i) >= CANDIDATE_RATIO && doubted ? [i] : []
  })
  if (done) return found
  const most = Math.max(CANDIDATES.least, Math.ceil((CANDIDATES.share * outcomes.length) / 2 ** round))
  return found.toSorted((i, j) => readSuspicion(j) - readSuspicion(i) || i - j).slice(0, most)
}

/** Tasks that the run alone makes candidates, without any rerun. */
export function listSuspectedInRun(pairs: readonly Pair[]): number[] {
  if (pairs.length === 0) return []
  const outcomes = pairs.map((pair) => pairOutcome(pair, 0))
  return listCandidates(fitOf(outcomes), outcomes, 0)
}

/**
 * Goes through strata and rounds again with the reruns that there are, up to where some are missing. Each step
 * sees the attempts that it would have seen then, so that the same attempts always take the same way.
 */
export function inquire(
  pairs: readonly Pair[],
  { isShard = false, suiteReruns = SUITE_WIDE.passes }: RerunOptions = {},
): Inquiry {
  const strata = suspectLevels(pairs)
  const targets = pairs.map(() => 0)
  const inquiry: Inquiry = { strata, fits: [], early: 1, looked: new Set(), wanted: [], lost: [] }
  const raise = (tasks: readonly number[], attempts: number, pass?: number): boolean => {
    for (const i of tasks) targets[i] = Math.max(targets[i] as number, attempts)
    const short = pairs.flatMap((pair, i) => {
      const target = targets[i] as number
      return pair.reruns.length < target ? [{ pair, target }] : []
    })
    for (const { pair, target } of short) {
      const { key, task_id, level } = pair
      if (pair.made >= target * (1 + REMADE)) inquiry.lost.push({ key, task_id, level })
      else
        inquiry.wanted.push({
          key,
          task_id,
          level,
          attempts: target + pair.stoodIn,
          ...dropUndefinedFields({ pass }),
        })
    }
    // Without that attempt the gate has no verdict, so no other attempt is needed.
    if (inquiry.lost.length > 0) inquiry.wanted = []
    return short.length === 0
  }
  const all = pairs.map((_, i) => i)
  let passes = 0
  while (passes < suiteReruns && needsPass(pairs, passes)) {
    passes++
    if (!raise(all, passes, passes)) return inquiry
  }
  strata.unshift(...suspectSuite(pairs, passes))
  if (
    !raise(
      strata.filter(({ stratum }) => stratum !== 'overall').flatMap(({ tasks }) => tasks),
      RERUNS_IN_STRATUM,
    )
  )
    return inquiry
  const listOutcomes = (): Outcome[] => pairs.map((pair, i) => pairOutcome(pair, targets[i] as number))
  for (const [round, attempts] of ROUNDS.entries()) {
    const now = listOutcomes()
    const fit = fitOf(now)
    inquiry.fits.push(fit)
    const candidates = listCandidates(fit, now, round, isShard)
    if (candidates.length === 0) return inquiry
    for (const i of candidates) inquiry.looked.add(i)
    if (!raise(candidates, attempts)) return inquiry
  }
  inquiry.fits.push(fitOf(listOutcomes()))
  return inquiry
}

/**
 * Shards chose their candidates by fits of their own, so the merge fits once, over all attempts. A candidate is
 * doubtful if it is probably broken and has fewer reruns than the last candidates of its shard. Shards draw the
 * line elsewhere, and every third run of an unchanged agent has some candidate that a shard passed over.
 *
 * @param shardOf Which shard a task was run in; all in one where that is not known
 */
export function inquireMerged(
  pairs: readonly Pair[],
  shardOf: (pair: Pair) => number | undefined,
): Inquiry & { doubtfulPairs: number[] } {
  const inquiry = inquireTogether(pairs)
  const [fit] = inquiry.fits as [Fit]
  const last = new Map<number | undefined, number>()
  for (const pair of pairs) {
    const shard = shardOf(pair)
    last.set(shard, Math.max(last.get(shard) ?? ROUNDS[0], pair.reruns.length))
  }
  const outcomes = pairs.map((pair) => pairOutcome(pair, Infinity))
  const candidates = listCandidates(fit, outcomes, ROUNDS.length - 1)
  return {
    ...inquiry,
    doubtfulPairs: candidates.filter((i) => {
      const pair = pairs[i] as Pair
      return fit.posteriorOf(i) >= DOUBTED && pair.reruns.length < (last.get(shardOf(pair)) as number)
    }),
  }
}

/**
 * Several runs of one commit were each gone through by rounds of their own; together they are fitted once, over all
 * attempts.
 *
 * @param pairs Tasks of the latest run, with what earlier ones made of them
 */
export const inquireTogether = (pairs: readonly Pair[]): Inquiry => ({
  strata: [...suspectSuite(pairs, SUITE_WIDE.passes), ...suspectLevels(pairs)],
  fits: [fitOf(pairs.map((pair) => pairOutcome(pair, Infinity)))],
  early: 0,
  looked: new Set(
    pairs.flatMap((pair, i) =>
      runsOf(pair).some(({ reruns }) => reruns.length > RERUNS_IN_STRATUM) ? [i] : [],
    ),
  ),
  wanted: [],
  lost: [],
})

/**
 * What the gate needs next: for each named task the number of reruns with an outcome. Call it with all
 * reruns that were made so far, in their order, make the attempts it asks for, and call it again until it asks
 * for none. Then the gate decides, or says why it cannot. An errored attempt is not an outcome and is repeated, at
 * most three times for each that was asked for; so the calls come to an end whatever the endpoint does.
 *
 * Not for deterministic agents: their flips are repeated once, at their seed.
 */
export function planReruns(
  run: GateRun,
  baseline: Baseline,
  reruns: readonly Attempt[] = [],
  options: RerunOptions = {},
): RerunPlan[] {
  const { errors, pairs, wanted } = preflight(run, baseline, { reruns })
  if (errors.length > 0 || !run.complete) return []
  const plans =
    wanted.length > 0 ? wanted.map((task) => ({ ...task, attempts: 1 })) : inquire(pairs, options).wanted
  const { reruns: counted } = withoutKnownWorlds(run.attempts, reruns, baseline)
  // Attempts that do not count are there all the same, and others are made in their place.
  const countLeftOut = (key: string): number =>
    reruns.filter((one) => one.key === key && one.outcome !== 'errored' && !counted.includes(one)).length
  return plans.map((plan) => ({ ...plan, attempts: plan.attempts + countLeftOut(plan.key) }))
}
