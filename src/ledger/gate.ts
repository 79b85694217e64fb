import type { Ledger } from '../schema/ledger.ts'
import type { Attempt, GateTask } from './attempt.ts'
import {
  confirmStrata,
  confirmTasks,
  type FreshPlan,
  planFresh,
  type TestedStratum,
  type TestedTask,
} from './confirm.ts'
import { freshProblems } from './fresh-problems.ts'
import { smallestDrop } from './power.ts'
import { type GateRun, preflight } from './preflight.ts'
import { repeatsFor } from './repeats.ts'
import { LEAST_RUNS, VISIBLE_DROP } from './rules.ts'
import { type Suspects, suspectsAmong } from './suspect.ts'

/** What the gate says of a run. */
export interface Verdict {
  /**
   * `error`: no verdict can be given, see `errors`. `ungated`: the run was partial. `inconclusive`: nothing was found,
   * and a uniform drop of 10 points could well have been missed.
   */
  verdict: 'regressed' | 'ok' | 'inconclusive' | 'error' | 'ungated'
  errors: string[]
  /** Suspected strata and tasks with what the fresh attempts said. */
  strata: TestedStratum[]
  tasks: TestedTask[]
  /** Smallest uniform drop, a share, seen with 80 % power; null where no drop is, or there was nothing to compare. */
  smallest_drop: number | null
  /** Tasks that were compared. */
  compared: number
  /** Of these, tasks whose record comes from fewer than three runs: a run shifts all its tasks together. */
  few_runs: number
  added: GateTask[]
  removed: { key: string; task_id: string }[]
}

/** Attempts that each task of a suite needs, at least `n` (default 1), by key; a new task gets `n`. */
export const planRepeats = (suite: readonly GateTask[], ledger: Ledger, n = 1): Map<string, number> =>
  new Map(
    suite.map(({ key }) => {
      const record = ledger.tasks[key]
      return [key, record === undefined ? n : repeatsFor(record.attempts, n)]
    }),
  )

/** Stage 1: strata and tasks that look worse than the ledger; none where there can be no verdict. */
export function suspects(run: GateRun, ledger: Ledger): Suspects {
  const { errors, pairs } = preflight(run, ledger)
  return errors.length > 0 || !run.complete ? { strata: [], tasks: [] } : suspectsAmong(pairs)
}

/** Stage 2, planned: how many fresh attempts of which tasks. Nothing where nothing is suspected. */
export const freshAttempts = (suspected: Suspects): FreshPlan[] => planFresh(suspected)

export interface VerdictOptions {
  /**
   * The fresh attempts were asked for by the parts of a sharded run, each by its own share of the tasks: those at strata
   * that the whole alone suspects may be missing. Such a stratum makes the verdict inconclusive. Default false.
   */
  partialFresh?: boolean
}

/** The verdict on a run, from its attempts, the ledger, and the fresh attempts that the suspects asked for. */
export function verdict(
  run: GateRun,
  ledger: Ledger,
  fresh: readonly Attempt[] = [],
  { partialFresh = false }: VerdictOptions = {},
): Verdict {
  const { errors, pairs, added, removed } = preflight(run, ledger)
  const few_runs = pairs.filter(
    ({ key }) => (ledger.tasks[key]?.provenance.runs.length ?? 0) < LEAST_RUNS,
  ).length
  const none = {
    strata: [],
    tasks: [],
    smallest_drop: null,
    compared: pairs.length,
    few_runs,
    added,
    removed,
  }
  if (errors.length > 0) return { verdict: 'error', errors, ...none }
  if (!run.complete) return { verdict: 'ungated', errors: [], ...none }

  const suspected = suspectsAmong(pairs)
  const problems = freshProblems(suspected, fresh, partialFresh)
  if (problems.length > 0) return { verdict: 'error', errors: problems, ...none }

  const strata = confirmStrata(suspected.strata, fresh)
  const tasks = confirmTasks(suspected.tasks, fresh)
  const regressed = [...strata, ...tasks].some((tested) => tested.regressed)
  const smallest_drop = smallestDrop(pairs)
  const unseen = [...strata, ...tasks].some((tested) => tested.fresh.attempts === 0)
  const blind = unseen || smallest_drop === null || smallest_drop > VISIBLE_DROP.share
  return {
    verdict: regressed ? 'regressed' : blind ? 'inconclusive' : 'ok',
    errors: [],
    strata,
    tasks,
    smallest_drop,
    compared: pairs.length,
    few_runs,
    added,
    removed,
  }
}
