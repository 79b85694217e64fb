import { hasLevel } from '../metrics/contestants.ts'
import type { Baseline } from '../schema/baseline.ts'
import type { Gate } from '../schema/gate.ts'
import type { Case } from '../schema/run.ts'
import type { Level } from '../schema/task.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { type Attempt, classifyOutcome, type MadeTask } from './attempt.ts'
import { computeChanges } from './changes.ts'
import { deterministicVerdict } from './deterministic.ts'
import { nothingWeighed, type VerdictOptions, verdict } from './gate.ts'
import { listOriginChanges } from './origin.ts'
import type { GateRun } from './preflight.ts'

type LevelledCase = Case & { level: Level }

export interface GatedCases {
  cases: readonly Case[]
  complete: boolean
  prune?: boolean
  /** Which shard a case was run in, from 1. */
  shardOf?: (item: Case) => number | undefined
}

/** Attempts of a case: those of the run, or those made on suspicion. A case that broke off failed. */
function listAttempts(
  { key, task_id, level, outcome, attempts = [], seed }: LevelledCase,
  isRerun: boolean,
): Attempt[] {
  if (key === undefined) return []
  const matching = attempts.filter((attempt) => (attempt.rerun === true) === isRerun)
  if (matching.length === 0 && outcome === 'errored' && !isRerun) {
    return [{ key, task_id, level, outcome: 'failed', ...(seed === undefined ? {} : { seed }) }]
  }
  return matching.map((record) => ({
    key,
    task_id,
    level,
    attempt: record.attempt,
    seed: record.seed,
    outcome: classifyOutcome(record),
  }))
}

function describeMadeTask(item: LevelledCase, shard: number | undefined): MadeTask {
  const { key = '', task_id, level, schemas, attempts = [], suite, line } = item
  const models = [...new Set(attempts.flatMap((attempt) => attempt.models ?? []))].sort()
  return {
    key,
    task_id,
    level,
    place: `${suite}:${line}`,
    ...(models.length === 0 ? {} : { models }),
    ...dropUndefinedFields({ tools: schemas, shard }),
  }
}

/** The run of an agent as the gate takes it. Tasks that could not be run for want of a simulator are left out. */
export function gateRunOf({ cases, complete, prune, shardOf }: GatedCases): GateRun {
  const run = cases.filter(hasLevel).filter(({ outcome, key }) => outcome !== 'skipped' && key !== undefined)
  return {
    suite: run.map((item) => describeMadeTask(item, shardOf?.(item))),
    attempts: run.flatMap((item) => listAttempts(item, false)),
    complete,
    ...(prune === undefined ? {} : { prune }),
  }
}

export const listReruns = (cases: readonly Case[]): Attempt[] =>
  cases.filter(hasLevel).flatMap((item) => listAttempts(item, true))

/** What went wrong first in the last attempt at a task that failed, by its key. */
function indexReasons(cases: readonly Case[]): (key: string) => { reason?: string } {
  const byKey = new Map(cases.map((item) => [item.key, item]))
  return (key) => {
    const failed = byKey.get(key)?.attempts?.findLast(({ score }) => score?.solved === false)
    return failed?.score?.reason === undefined ? {} : { reason: failed.score.reason }
  }
}

export interface GatePlace extends Pick<Gate, 'run_file' | 'judged_files'> {
  agent: string
  project?: string
  /** File of the baseline as people see it. */
  baseline: string
}

export interface GateOptions extends Omit<VerdictOptions, 'earlier'> {
  /** The agent does the same every time: it is compared seed by seed. Default false. */
  deterministic?: boolean
  /** Cases of earlier runs of the same commit, judged together with these; oldest first. */
  earlier?: readonly GatedCases[]
}

const listTaskIds = (tasks: readonly { task_id: string }[]): string[] => tasks.map(({ task_id }) => task_id)

function gateFlips(gated: GatedCases, baseline: Baseline, place: GatePlace): Gate {
  const run = gateRunOf(gated)
  const reasonOf = indexReasons(gated.cases)
  const { real, unsteady, ...said } = deterministicVerdict(run, baseline, listReruns(gated.cases))
  return {
    ...createEmptyGate(place),
    ...said,
    flips: [
      ...real.map((flip) => ({ ...flip, real: true })),
      ...unsteady.map((flip) => ({ ...flip, real: false })),
    ].map(({ key, task_id, seed, real: again }) => ({ key, task_id, seed, real: again, ...reasonOf(key) })),
    origin: listOriginChanges(baseline, run.suite),
    edited: listTaskIds(said.edited),
    added: listTaskIds(said.added),
    removed: listTaskIds(said.removed),
  }
}

function gateStatistically(
  gated: GatedCases,
  baseline: Baseline,
  place: GatePlace,
  options: GateOptions,
): Gate {
  if (options.deterministic === true) return gateFlips(gated, baseline, place)
  const run = gateRunOf(gated)
  const reasonOf = indexReasons(gated.cases)
  const { earlier = [], suiteReruns, sharded } = options
  const said = verdict(run, baseline, listReruns(gated.cases), {
    ...options,
    earlier: earlier.map((one) => ({ run: gateRunOf(one), reruns: listReruns(one.cases) })),
  })
  return {
    ...said,
    ...place,
    ...dropUndefinedFields({ suite_reruns: suiteReruns }),
    ...(sharded === true ? { sharded } : {}),
    tasks: said.tasks.map((task) => ({ ...task, ...reasonOf(task.key) })),
    origin: listOriginChanges(baseline, run.suite),
    edited: listTaskIds(said.edited),
    added: listTaskIds(said.added),
    removed: listTaskIds(said.removed),
  }
}

const createEmptyGate = (place: GatePlace): Omit<Gate, 'verdict' | 'exit'> => ({
  ...place,
  ...nothingWeighed(),
  compared: 0,
  origin: [],
  edited: [],
  added: [],
  removed: [],
})

/** The gate of a run that cannot be gated at all, for want of a baseline that can be read, say. */
export const createFailedGate = (place: GatePlace, errors: string[]): Gate => ({
  ...createEmptyGate(place),
  verdict: 'error',
  exit: 2,
  errors,
})

export function gateCases(
  gated: GatedCases,
  baseline: Baseline,
  place: GatePlace,
  options: GateOptions = {},
): Gate {
  const said = gateStatistically(gated, baseline, place, options)
  return said.verdict === 'error'
    ? said
    : { ...said, changes: computeChanges(gateRunOf(gated), baseline, said) }
}
