import type { Baseline } from '../schema/baseline.ts'
import type { Gate } from '../schema/gate.ts'
import { formatCount } from '../shared/english.ts'
import type { Attempt, Counts, Pair, RunAttempts } from './attempt.ts'
import { pooled, runsOf, sumOf } from './attempt.ts'
import { leastBroken } from './least-broken.ts'
import { type Fit, independentFit } from './mixture.ts'
import { smallestDrop } from './power.ts'
import type { SuiteChanges } from './preflight.ts'
import { type GateRun, hasUncompared, type Preflight, preflight } from './preflight.ts'
import {
  type Inquiry,
  inquire,
  inquireMerged,
  inquireTogether,
  listSuspectedInRun,
  pairOutcome,
  type RerunOptions,
} from './rerun-rounds.ts'
import { testStrata } from './strata.ts'
import {
  atMost,
  DOUBTFUL_TASKS,
  MAX_RERUNS,
  NAMED,
  neededSight,
  REJECT_TASKS,
  RELIABLE,
  RERUNS_IN_STRATUM,
  SUITE_WIDE,
} from './thresholds.ts'

type SuspectTask = Gate['tasks'][number]

/** What the gate says of a run, without the names of its agent and its baseline. */
export interface Verdict
  extends Omit<
      Gate,
      | 'agent'
      | 'project'
      | 'baseline'
      | 'suite_reruns'
      | 'sharded'
      | 'flips'
      | 'origin'
      | 'changes'
      | 'edited'
      | 'added'
      | 'removed'
    >,
    Pick<SuiteChanges, 'edited' | 'added' | 'removed'> {}

export interface VerdictOptions extends Pick<RerunOptions, 'suiteReruns'> {
  /** The reruns were chosen by shards, each by its own share of the tasks. Default false. */
  sharded?: boolean
  /** Earlier runs of the same commit that are judged together with this one, oldest first. */
  earlier?: readonly JudgedRun[]
}

export interface JudgedRun {
  run: GateRun
  reruns: readonly Attempt[]
}

/** Probability that a task fails in this run and failed in those before that the record does not count. */
const luckOf = ({ baseline, failing = 0 }: Pair): number =>
  (1 - baseline.successes / baseline.attempts) ** (1 + failing)

/**
 * Tasks that are too grave for a green run and too little to reject. Some never failed before, and are broken by the
 * fit. Others fail all their attempts now, which one run in ten does at most, and would be called broken if attempts of
 * one run were independent. One run cannot tell a task that broke from one that is off for the whole run.
 */
function doubtfulTasks(final: Fit, pairs: readonly Pair[]): number[] {
  const isGrave = ({ baseline, earlier = [], reruns }: Pair, i: number): boolean =>
    baseline.successes === baseline.attempts &&
    [...earlier, { reruns }].some((run) => run.reruns.length >= MAX_RERUNS) &&
    final.posteriorOf(i) >= NAMED
  const failsAlways = (pair: Pair): boolean =>
    atMost(luckOf(pair), 1 - RELIABLE) &&
    runsOf(pair).every((run) => run.reruns.length >= MAX_RERUNS && pooled(run, Infinity).successes === 0)
  const all = pairs.flatMap((pair, i) => (isGrave(pair, i) ? [i] : []))
  const grave = all.length > 0 && final.lambdaAsCorrelated() >= DOUBTFUL_TASKS ? all : []
  const always = pairs.flatMap((pair, i) => (failsAlways(pair) ? [i] : []))
  if (always.length === 0) return grave
  const independent = independentFit(pairs.map((pair) => pairOutcome(pair, Infinity)))
  if (!independent.rejects()) return grave
  return [...new Set([...grave, ...always.filter((i) => independent.posteriorOf(i) >= NAMED)])]
}

/** Tasks that were once solved, failed since, and are broken by a fit. */
const namedBy = (fit: Fit, pairs: readonly Pair[]): number[] =>
  pairs.flatMap((pair, i) => {
    const { s, y } = pairOutcome(pair, Infinity)
    return s >= 1 && y >= 1 && fit.posteriorOf(i) >= NAMED ? [i] : []
  })

/** Names tasks where single tasks reject: by the final fit, else by the one that rejected. */
function tasksOf(
  { fits, early, looked }: Inquiry,
  pairs: readonly Pair[],
  { rejects, doubtful }: { rejects: boolean; doubtful: readonly number[] },
): SuspectTask[] {
  const final = fits.at(-1) as Fit
  const now = rejects ? namedBy(final, pairs) : []
  const earlier = rejects && now.length === 0 ? fits.slice(early).find((fit) => fit.rejects()) : undefined
  const recovered = earlier === undefined ? [] : namedBy(earlier, pairs)
  const named = new Set([...now, ...recovered])
  // A pass over all tasks clears some before any is looked at: their first attempts failed all the same.
  const cleared = listSuspectedInRun(pairs).filter((i) =>
    runsOf(pairs[i] as Pair).some(({ reruns }) => reruns.length > 0),
  )
  const shown = new Set([...looked, ...named, ...cleared])
  return pairs.flatMap((pair, i) => {
    if (!shown.has(i)) return []
    const { key, task_id, level, baseline } = pair
    const runs = runsOf(pair)
    return [
      {
        key,
        task_id,
        level,
        baseline,
        now: sumOf(runs.map((run) => pooled(run, Infinity))),
        reruns: runs.reduce((sum, { reruns }) => sum + reruns.length, 0),
        posterior: final.posteriorOf(i),
        regressed: named.has(i),
        ...(doubtful.includes(i) && !named.has(i) ? { needs_another_run: true as const } : {}),
        ...(recovered.includes(i) ? { recovered: true as const } : {}),
      },
    ]
  })
}

/** What strata and single tasks come to, without what the gate could have missed. */
export interface Judgement extends Pick<Verdict, 'strata' | 'tasks' | 'evidence'> {
  regressed: boolean
  /** Not enough to reject, and too grave for a green run. */
  needsAnotherRun: boolean
  /** A task of a suspected level has too few reruns in every run: its shard did not suspect the level. */
  short: boolean
}

export function weighEvidence(
  inquiry: Inquiry & { doubtfulPairs?: readonly number[] },
  pairs: readonly Pair[],
): Judgement {
  const { fits, early, doubtfulPairs = [] } = inquiry
  const final = fits.at(-1) as Fit
  const lambda = final.lambda()
  const highest = Math.max(0, ...fits.slice(early).map((fit) => fit.lambda()))
  const strata = testStrata(inquiry.strata, pairs)
  const rejects = highest >= REJECT_TASKS
  const doubtful = doubtfulTasks(final, pairs)
  // In one run a bad moment of the endpoint looks the same; in each of several it is the agent.
  const firstFail = strata.some(({ first }) => first !== undefined)
  const isRepeated = pairs.some(({ earlier = [] }) => earlier.length > 0)
  return {
    strata,
    tasks: tasksOf(inquiry, pairs, { rejects, doubtful }),
    evidence: { lambda, highest, broken: final.share * pairs.length, correlation: final.correlation },
    regressed: rejects || strata.some(({ regressed }) => regressed) || (firstFail && isRepeated),
    needsAnotherRun:
      doubtful.length > 0 ||
      firstFail ||
      doubtfulPairs.length > 0 ||
      strata.some(({ needs_another_run }) => needs_another_run === true),
    short: inquiry.strata.some(
      ({ stratum, tasks }) =>
        stratum !== 'overall' &&
        tasks.some((i) => runsOf(pairs[i] as Pair).every(({ reruns }) => reruns.length < RERUNS_IN_STRATUM)),
    ),
  }
}

/** Why the attempts of a run cannot be judged: some that the gate asked for are missing, or could not be had. */
function incomplete(
  { wanted }: Pick<Preflight, 'wanted'>,
  inquiry: Pick<Inquiry, 'wanted' | 'lost'>,
): string[] {
  const missing = wanted.length > 0 ? wanted : inquiry.wanted
  const [first] = missing
  if (inquiry.lost.length > 0) return inquiry.lost.map(({ task_id }) => lostReruns(task_id))
  return first === undefined ? [] : [missingReruns(first.task_id, missing.length)]
}

/** The pairs of the latest run with what earlier runs made of the same tasks. */
function together(pairs: readonly Pair[], earlier: readonly Preflight[]): Pair[] {
  const known = earlier.map((one) => new Map(one.pairs.map((pair) => [pair.key, pair])))
  return pairs.map((pair) => ({
    ...pair,
    earlier: known.flatMap((one) => one.get(pair.key) ?? []).map(({ run, reruns }) => ({ run, reruns })),
  }))
}

/** A run with the success rate of the baseline, and without reruns. */
const asInBaseline = ({ run }: RunAttempts, { successes, attempts }: Counts): RunAttempts => ({
  run: { successes: Math.round((run.attempts * successes) / attempts), attempts: run.attempts },
  reruns: [],
})

/** The pairs of a run in which nothing is broken. Beside broken tasks, one more would show too easily. */
const withoutBroken = (pairs: readonly Pair[]): Pair[] =>
  pairs.map(({ failing: _, ...pair }) => ({
    ...pair,
    ...asInBaseline(pair, pair.baseline),
    ...(pair.earlier === undefined
      ? {}
      : { earlier: pair.earlier.map((run) => asInBaseline(run, pair.baseline)) }),
  }))

function apartErrors(latest: Preflight, earlier: readonly Preflight[]): string[] {
  const keysOf = ({ pairs }: Preflight): string => pairs.map(({ key }) => key).join()
  if (earlier.every((one) => keysOf(one) === keysOf(latest))) return []
  return [
    'Failed to judge the runs together: they do not compare the same tasks with the baseline. ' +
      'Name whole runs of one suite.',
  ]
}

export const nothingWeighed = () => ({
  errors: [],
  strata: [],
  tasks: [],
  evidence: null,
  least_broken: null,
  smallest_drop: null,
})

/**
 * The verdict on a run, from its attempts, the baseline, and the reruns that `nextReruns` asked for; or on several
 * runs of one commit together.
 */
export function verdict(
  run: GateRun,
  baseline: Baseline,
  reruns: readonly Attempt[] = [],
  { sharded = false, earlier = [], suiteReruns = SUITE_WIDE.passes }: VerdictOptions = {},
): Verdict {
  const latest = preflight(run, baseline, { reruns })
  const before = earlier.map((one) => preflight(one.run, baseline, { reruns: one.reruns }))
  const { edited, added, removed } = latest
  const pairs = before.length === 0 ? latest.pairs : together(latest.pairs, before)
  const none = { ...nothingWeighed(), compared: pairs.length, edited, added, removed }
  const failed = (problems: string[]): Verdict => ({ ...none, verdict: 'error', exit: 2, errors: problems })
  const errors = [...before, latest].flatMap((one) => one.errors)
  if (errors.length > 0) return failed(errors)
  if (!run.complete) return { ...none, verdict: 'ungated', exit: 0 }

  const shards = new Map(run.suite.map(({ key, shard }) => [key, shard]))
  const single = sharded
    ? inquireMerged(pairs, ({ key }) => shards.get(key))
    : inquire(latest.pairs, { suiteReruns })
  const problems = [
    ...apartErrors(latest, before),
    ...before.flatMap((one) => incomplete(one, inquire(one.pairs, { suiteReruns }))),
    ...incomplete(latest, single),
  ]
  if (problems.length > 0) return failed(problems)

  const said = weighEvidence(before.length === 0 ? single : inquireTogether(pairs), pairs)
  const { strata, tasks, evidence } = said
  const least = leastBroken(said.regressed ? withoutBroken(pairs) : pairs)
  const smallest_drop = smallestDrop(pairs, suiteReruns)
  const needed = neededSight(pairs.length)
  const isBlind =
    least === null || least > needed.tasks || smallest_drop === null || smallest_drop > needed.drop
  const word = (): Pick<Verdict, 'verdict' | 'exit'> => {
    if (said.regressed) return { verdict: 'regressed', exit: 1 }
    if (said.needsAnotherRun) return { verdict: 'needs-another-run', exit: 1 }
    if (isBlind || said.short || hasUncompared(run, latest)) return { verdict: 'inconclusive', exit: 0 }
    return { verdict: 'ok', exit: 0 }
  }
  return {
    ...none,
    ...word(),
    strata,
    tasks,
    evidence,
    least_broken: least,
    smallest_drop,
  }
}

const lostReruns = (id: string): string =>
  `Failed to gate the run: all reruns of ${id} errored. Run again once the model endpoint answers.`

const missingReruns = (id: string, count: number): string =>
  `Failed to gate the run: reruns of ${formatCount(count, 'task')} are missing, ` +
  `first of ${id}. Run the suite again.`
