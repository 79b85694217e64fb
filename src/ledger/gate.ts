import type { Ledger } from '../schema/ledger.ts'
import type { Attempt, Counts, GateTask, Pair } from './attempt.ts'
import { pooled } from './attempt.ts'
import { type CostChange, costChanges } from './cost-changes.ts'
import { leastBroken } from './least-broken.ts'
import type { Fit } from './mixture.ts'
import { smallestDrop } from './power.ts'
import { type GateRun, preflight } from './preflight.ts'
import { type Inquiry, inquire, inquireMerged, pairOutcome } from './rounds.ts'
import {
  FRESH_IN_STRATUM,
  LEAST_RUNS,
  MOST_FRESH,
  NAMED,
  REJECT_TASKS,
  UNDECIDED,
  VISIBLE_DROP,
  VISIBLE_TASKS,
} from './rules.ts'
import { type TestedStratum, testStrata } from './strata.ts'
import type { Standing } from './task-records.ts'

/** A task that was looked at again, or that the gate names. */
export interface SuspectTask extends GateTask {
  ledger: Counts
  /** Run and fresh attempts. */
  now: Counts
  fresh: number
  /** Posterior probability that it broke, from 0 to 1. */
  posterior: number
  /** The gate names it. */
  regressed: boolean
  /** It is named for a fit that rejected before later attempts went well. */
  recovered?: true
}

/** What the outcomes of single tasks come to. */
export interface TaskEvidence {
  /** Likelihood of "some tasks broke" over the better of "nothing changed" and "all drifted", with all attempts. */
  lambda: number
  /** The largest of those that could have rejected. */
  highest: number
  /** About so many tasks broke. */
  broken: number
}

export type VerdictWord = 'regressed' | 'ok' | 'inconclusive' | 'error' | 'ungated'

/** What the gate says of a run. */
export interface Verdict extends Pick<Standing, 'edited' | 'added' | 'removed'> {
  /**
   * `error`: no verdict can be given, see `errors`. `ungated`: the run was partial. `inconclusive`: nothing was found
   * that decides, and something could well have been missed.
   */
  verdict: VerdictWord
  /** What a run exits with for it: 1 also for a task that is undecided, 2 without a verdict. */
  exit: 0 | 1 | 2
  errors: string[]
  /** Suspected strata with what run and fresh attempts said. */
  strata: TestedStratum[]
  tasks: SuspectTask[]
  /** Null where nothing was weighed. */
  evidence: TaskEvidence | null
  /** Fewest tasks broken outright that would have been called a regression; null where no number would. */
  least_broken: number | null
  /** Smallest uniform drop, a share, seen with 80 % power; null where no drop is, or there was nothing to compare. */
  smallest_drop: number | null
  costs: CostChange[]
  /** Tasks that were compared. */
  compared: number
  /** Of these, tasks whose record comes from fewer than three runs: a run shifts all its tasks together. */
  few_runs: number
}

export interface VerdictOptions {
  /** The fresh attempts were chosen by shards, each by its own share of the tasks. Default false. */
  sharded?: boolean
  /** Costs that rise by more than this share fail the run, 0.2 for a fifth. Left out, they are only shown. */
  maxCostIncrease?: number
}

/** A task that never failed before and is broken by the fit: too grave for a green run, were it not enough to reject. */
const isUndecided = ({ ledger, fresh }: Pair, posterior: number): boolean =>
  ledger.successes === ledger.attempts && fresh.length >= MOST_FRESH && posterior >= NAMED

/** Tasks that were once solved, failed since, and are broken by a fit. */
const namedBy = (fit: Fit, pairs: readonly Pair[]): number[] =>
  pairs.flatMap((pair, i) => {
    const { s, y } = pairOutcome(pair, Infinity)
    return s >= 1 && y >= 1 && fit.posteriorOf(i) >= NAMED ? [i] : []
  })

/** Names tasks where single tasks reject: by the final fit, else by the one that rejected. */
function tasksOf({ fits, early, looked }: Inquiry, pairs: readonly Pair[], rejects: boolean): SuspectTask[] {
  const final = fits.at(-1) as Fit
  const now = rejects ? namedBy(final, pairs) : []
  const earlier = fits.slice(early).find((fit) => fit.lambda() >= REJECT_TASKS)
  const recovered = rejects && now.length === 0 && earlier !== undefined ? namedBy(earlier, pairs) : []
  const named = new Set([...now, ...recovered])
  return pairs.flatMap((pair, i) => {
    if (!looked.has(i) && !named.has(i)) return []
    const { key, task_id, level, ledger, fresh } = pair
    return [
      {
        key,
        task_id,
        level,
        ledger,
        now: pooled(pair, Infinity),
        fresh: fresh.length,
        posterior: final.posteriorOf(i),
        regressed: named.has(i),
        ...(recovered.includes(i) ? { recovered: true as const } : {}),
      },
    ]
  })
}

/** What strata and single tasks come to, without what the gate could have missed. */
export interface Judgement extends Pick<Verdict, 'strata' | 'tasks' | 'evidence'> {
  regressed: boolean
  /** Not enough to reject, and too grave for a green run. */
  undecided: boolean
  /** A stratum that the whole suspects was not looked at again by all shards. */
  short: boolean
}

/** Judges the attempts that there are. */
export function judge(
  inquiry: Inquiry & { unsettled?: readonly number[] },
  pairs: readonly Pair[],
): Judgement {
  const { fits, early, unsettled = [] } = inquiry
  const final = fits.at(-1) as Fit
  const lambda = final.lambda()
  const highest = Math.max(0, ...fits.slice(early).map((fit) => fit.lambda()))
  const strata = testStrata(inquiry.strata, pairs)
  const rejects = highest >= REJECT_TASKS
  const grave = lambda >= UNDECIDED && pairs.some((pair, i) => isUndecided(pair, final.posteriorOf(i)))
  return {
    strata,
    tasks: tasksOf(inquiry, pairs, rejects),
    evidence: { lambda, highest, broken: final.share * pairs.length },
    regressed: rejects || strata.some(({ regressed }) => regressed),
    undecided: grave || unsettled.length > 0,
    short: inquiry.strata.some(({ tasks }) =>
      tasks.some((i) => (pairs[i] as Pair).fresh.length < FRESH_IN_STRATUM),
    ),
  }
}

/** The verdict on a run, from its attempts, the ledger, and the fresh attempts that `nextFresh` asked for. */
export function verdict(
  run: GateRun,
  ledger: Ledger,
  fresh: readonly Attempt[] = [],
  { sharded = false, maxCostIncrease }: VerdictOptions = {},
): Verdict {
  const { errors, pairs, wanted, edited, added, removed } = preflight(run, ledger, { fresh })
  const few_runs = pairs.filter(
    ({ key }) => (ledger.tasks[key]?.provenance.runs.length ?? 0) < LEAST_RUNS,
  ).length
  const none = {
    errors: [],
    strata: [],
    tasks: [],
    evidence: null,
    least_broken: null,
    smallest_drop: null,
    costs: [],
    compared: pairs.length,
    few_runs,
    edited,
    added,
    removed,
  }
  const failed = (problems: string[]): Verdict => ({ ...none, verdict: 'error', exit: 2, errors: problems })
  if (errors.length > 0) return failed(errors)
  if (!run.complete) return { ...none, verdict: 'ungated', exit: 0 }

  const shards = new Map(run.suite.map(({ key, shard }) => [key, shard]))
  const inquiry = sharded ? inquireMerged(pairs, ({ key }) => shards.get(key)) : inquire(pairs)
  const missing = wanted.length > 0 ? wanted : inquiry.wanted
  if (inquiry.lost.length > 0) return failed(inquiry.lost.map(({ task_id }) => lostFresh(task_id)))
  const [first] = missing
  if (first !== undefined) return failed([missingFresh(first.task_id, missing.length)])

  const said = judge(inquiry, pairs)
  const { strata, tasks, evidence } = said
  const outcomes = pairs.map((pair) => pairOutcome(pair, Infinity))
  const least_broken = leastBroken(pairs, outcomes)
  const smallest_drop = smallestDrop(pairs)
  const costs = costChanges(run, ledger, maxCostIncrease)
  const dear = maxCostIncrease !== undefined && costs.some(({ risen }) => risen)
  const visible = Math.max(VISIBLE_TASKS.least, Math.floor(VISIBLE_TASKS.share * pairs.length))
  const blind =
    least_broken === null ||
    least_broken > visible ||
    smallest_drop === null ||
    smallest_drop > VISIBLE_DROP.share
  const word = (): Pick<Verdict, 'verdict' | 'exit'> => {
    if (said.regressed || dear) return { verdict: 'regressed', exit: 1 }
    if (said.undecided) return { verdict: 'inconclusive', exit: 1 }
    if (blind || said.short || edited.length > 0) return { verdict: 'inconclusive', exit: 0 }
    return { verdict: 'ok', exit: 0 }
  }
  return { ...none, ...word(), strata, tasks, evidence, least_broken, smallest_drop, costs }
}

const lostFresh = (id: string): string =>
  `Failed to gate the run: fresh attempts at ${id} errored again and again. Run again once the model endpoint answers.`

const missingFresh = (id: string, count: number): string =>
  `Failed to gate the run: fresh attempts of ${count} task${count === 1 ? '' : 's'} are missing, ` +
  `first of ${id}. Run the suite again.`
