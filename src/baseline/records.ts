import type { BaselineTask, Origin } from '../schema/baseline.ts'
import { TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { type Attempt, countsOf, type GateTask, type Pair } from './attempt.ts'
import { computeLowerTail } from './hypergeometric.ts'
import { poolOrigin } from './origin.ts'
import type { KeptRun } from './patterns.ts'
import { nextAttempt } from './store.ts'
import { atMost, RECENT } from './thresholds.ts'

function collectSeeds(attempts: readonly Attempt[]): Record<string, 0 | 1> {
  const fail = (cause: string, advice: string): never => {
    throw new TracewrightError(`Failed to update the baseline: ${cause}. ${advice}.`)
  }
  const seeds: Record<string, 0 | 1> = {}
  for (const { seed, outcome, task_id } of attempts) {
    if (seed === undefined) return fail(`an attempt at ${task_id} has no seed`, 'Give every attempt its seed')
    const solved = outcome === 'solved' ? 1 : 0
    if ((seeds[seed] ?? solved) !== solved) {
      fail(`${task_id} was solved and failed at seed ${seed}`, 'Remove `deterministic` for this agent')
    }
    seeds[seed] = solved
  }
  return seeds
}

const listWorlds = (seeds: readonly (number | undefined)[]): { worlds?: number[] } => {
  const known = [...new Set(seeds.filter((seed) => seed !== undefined))].sort((a, b) => a - b)
  return known.length === 0 ? {} : { worlds: known }
}

/** The attempts of a run that share luck, where there are several: those that the record counts, and reruns. */
function groupAttempts(
  finished: readonly Attempt[],
  reruns: readonly Attempt[],
): Pick<BaselineTask, 'groups'> {
  const [counted, again] = [countsOf(finished), countsOf(reruns)]
  if (counted.attempts + again.attempts < 2) return {}
  return {
    groups: [
      {
        solved: counted.successes,
        failed: counted.attempts - counted.successes,
        rerun_solved: again.successes,
        rerun_failed: again.attempts - again.successes,
      },
    ],
  }
}

/** The runs of a record whose attempts share luck, as the mixture takes them. */
export function keptRuns({ groups }: BaselineTask): { kept?: KeptRun[] } {
  if (groups === undefined) return {}
  return {
    kept: groups.map(({ solved, failed, rerun_solved, rerun_failed }) => ({
      x: solved + rerun_solved,
      y: failed + rerun_failed,
      s: solved,
      f: failed,
    })),
  }
}

export const listSolvedByRun = ({ by_run, successes, origin }: BaselineTask): number[] | undefined =>
  by_run ?? (origin.runs.length === 1 ? [successes] : undefined)

/** The runs of a record, which tell how much luck runs have. */
export function baselineRuns(record: BaselineTask): Required<Pick<Pair, 'baselineRuns'>> {
  const solved = listSolvedByRun(record)
  return {
    baselineRuns: record.origin.runs.map((id, at) => ({
      id,
      ...dropUndefinedFields({ solved: solved?.[at] }),
    })),
  }
}

/** Solved attempts by run after one more run; left out where runs made different numbers of attempts. */
function extendByRun(before: BaselineTask, now: BaselineTask): Pick<BaselineTask, 'by_run'> {
  const solved = listSolvedByRun(before)
  const isEven = before.attempts === before.origin.runs.length * now.attempts
  return solved === undefined || !isEven ? {} : { by_run: [...solved, now.successes] }
}

/** Failures in a row at the end of what came since a record is full. */
export function failuresSince({ recent }: BaselineTask): { failing?: number } {
  const outcomes = recent?.outcomes ?? []
  const failing = outcomes.length - 1 - outcomes.lastIndexOf(1)
  return failing === 0 ? {} : { failing }
}

export const runIds = ({ origin, recent }: BaselineTask): string[] => [
  ...origin.runs,
  ...(recent?.runs ?? []),
]

/** How many attempts of a run were made, which numbers its own from 0; errored ones were made too. */
const countMade = (attempts: readonly Attempt[]): number =>
  Math.max(attempts.length, ...attempts.map(({ attempt }) => (attempt ?? -1) + 1))

/**
 * The record that a run's attempts at a task make by themselves; undefined where none has an outcome.
 *
 * @param reruns Attempts that the gate asked for: they are kept beside the record and not counted
 */
export function recordOf(
  { task_id, level }: GateTask,
  { attempts, reruns = [] }: { attempts: readonly Attempt[]; reruns?: readonly Attempt[] },
  origin: Origin,
  deterministic: boolean,
): BaselineTask | undefined {
  const finished = attempts.filter(({ outcome }) => outcome !== 'errored')
  if (finished.length === 0) return undefined
  if (deterministic) return buildSeedRecord({ task_id, level }, collectSeeds(finished), origin)
  return {
    task_id,
    level,
    ...countsOf(finished),
    next: countMade(attempts),
    ...listWorlds(finished.map(({ seed }) => seed)),
    ...groupAttempts(finished, reruns),
    origin,
  }
}

function buildSeedRecord(
  { task_id, level }: Pick<GateTask, 'task_id' | 'level'>,
  seeds: Record<string, 0 | 1>,
  origin: Origin,
): BaselineTask {
  const outcomes: number[] = Object.values(seeds)
  const successes = outcomes.reduce((sum, solved) => sum + solved, 0)
  return { task_id, level, successes, attempts: outcomes.length, seeds, origin }
}

/**
 * A record with the attempts of another run added. Of a deterministic agent a seed that was ever solved stays solved: a
 * failure that did not come again is not an outcome of the agent.
 */
export function poolRecords(before: BaselineTask, now: BaselineTask): BaselineTask {
  const origin = poolOrigin(before.origin, now.origin)
  const { task_id, level } = now
  if (now.seeds !== undefined) {
    const solved = Object.entries(before.seeds ?? {}).filter(([, outcome]) => outcome === 1)
    const seeds = { ...before.seeds, ...now.seeds, ...Object.fromEntries(solved) }
    return buildSeedRecord({ task_id, level }, seeds, origin)
  }
  const groups = [...(before.groups ?? []), ...(now.groups ?? [])]
  return {
    task_id,
    level,
    successes: before.successes + now.successes,
    attempts: before.attempts + now.attempts,
    next: nextAttempt(before) + nextAttempt(now),
    ...extendByRun(before, now),
    ...listWorlds([...(before.worlds ?? []), ...(now.worlds ?? [])]),
    ...(groups.length === 0 ? {} : { groups }),
    origin,
  }
}

/** The record of a run in place of another: the numbers of attempts go on, so that no world is met twice in a row. */
export const renewRecord = (before: BaselineTask, now: BaselineTask): BaselineTask =>
  now.seeds === undefined ? { ...now, next: nextAttempt(before) + nextAttempt(now) } : now

/**
 * A full record with the outcomes of another run beside it. The record stands still, so that a slow decline is measured
 * against a fixed one; where the outcomes since are better, they become the record.
 */
export function updateRecent(
  before: BaselineTask,
  now: BaselineTask,
  attempts: readonly Attempt[],
): { record: BaselineTask; isRenewed: boolean } {
  const { recent, ...base } = before
  const finished = attempts.flatMap(({ outcome }) =>
    outcome === 'errored' ? [] : ([outcome === 'solved' ? 1 : 0] as const),
  )
  const outcomes = [...(recent?.outcomes ?? []), ...finished].slice(-RECENT.most)
  const runs = [...(recent?.runs ?? []), ...now.origin.runs].slice(-RECENT.most)
  const counts = { successes: outcomes.filter((outcome) => outcome === 1).length, attempts: outcomes.length }
  const next = nextAttempt(before) + nextAttempt(now)
  const isRenewed =
    counts.attempts >= RECENT.least && atMost(computeLowerTail([{ run: base, baseline: counts }]), RECENT.p)
  if (!isRenewed) return { record: { ...base, next, recent: { runs, outcomes } }, isRenewed }
  const origin = { ...poolOrigin(before.origin, now.origin), runs }
  const { groups: _, by_run: __, ...rest } = base
  const byRun = runs.length === outcomes.length ? { by_run: outcomes } : {}
  return { record: { ...rest, ...counts, ...byRun, next, origin }, isRenewed }
}
