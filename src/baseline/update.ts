import type { Baseline, BaselineTask } from '../schema/baseline.ts'
import type { Gate } from '../schema/gate.ts'
import { TracewrightError } from '../shared/errors.ts'
import { formatShortList } from '../shared/problem-list.ts'
import { type Attempt, attemptsByKey } from './attempt.ts'
import { buildOrigin, type RunOrigin } from './origin.ts'
import { type GateRun, hasSuccess, preflight } from './preflight.ts'
import { poolRecords, recordOf, renewRecord, runIds, updateRecent } from './records.ts'
import { FULL_RECORD } from './thresholds.ts'

export interface UpdateRun extends GateRun {
  origin: RunOrigin
  reruns?: readonly Attempt[]
  deterministic?: boolean
  /** Why the run is not complete; left out where a filter or a shard left tasks out. */
  problem?: string | undefined
}

export interface UpdateOptions {
  /** What the gate said of the run; left out where it was not gated. */
  gate?: Pick<Gate, 'verdict' | 'exit'>
  /** Why the run is taken although the gate is not green: all its records are renewed. */
  accept?: string
  /** Keys of tasks that some run solved, of several that are added together. */
  solved?: ReadonlySet<string>
}

export interface Update {
  baseline: Baseline
  /** Tasks without a record before, edited ones too. */
  added: string[]
  pooled: string[]
  /** The record was full and stands still; the run's outcomes are kept beside it. */
  full: string[]
  /** The last outcomes were better than the record and replace it; if accepted, the run's own attempts do. */
  renewed: string[]
  /** No outcome in this run, or the run is in the record already. */
  kept: string[]
  /** Those of the added ones that no attempt of the run solved. */
  unsolved: string[]
  removed: string[]
  /** Why only what is gone was removed; left out where the run was taken. */
  refused?: string
}

const fail = (cause: string, advice: string): never => {
  throw new TracewrightError(`Failed to update the baseline: ${cause}. ${advice}.`)
}

function failPartial({ problem }: UpdateRun): never {
  const [first = ''] = (problem ?? '').split('\n')
  return first === ''
    ? fail('the run is partial', 'Run the whole suite, without filter or shard')
    : fail(`the run is incomplete: ${first.replace(/\.$/, '')}`, 'Repair that, then run the suite again')
}

/** Why a run may not enter the records that it has: it is neither green nor accepted. */
function findRefusal(
  baseline: Baseline,
  run: UpdateRun,
  { gate, accept }: UpdateOptions,
): string | undefined {
  if (accept !== undefined && accept.trim() === '') fail('the reason to accept it is empty', 'Give a reason')
  const isKnown = run.suite.some(({ key }) => baseline.tasks[key] !== undefined)
  // A baseline without a success holds nothing that a run could make worse.
  if (accept !== undefined || !isKnown || !hasSuccess(baseline)) return undefined
  if (gate === undefined) return 'the run was not gated'
  const isGreen = gate.exit === 0 && (gate.verdict === 'ok' || gate.verdict === 'inconclusive')
  return isGreen ? findFailedFirsts(baseline, run) : `the gate says ${gate.verdict}`
}

/** A baseline expects all first attempts to fail in fewer runs than this: chance alone does not explain it. */
const MIN_CHANCE = 0.005

/**
 * Why a green run may hide a failure that every user meets: the first attempt at each task failed, and repeats passed. Few
 * tasks prove nothing, so the gate does not reject such a run; in the records it would make the failure normal. An agent
 * that is uneven at all its tasks has such runs by chance (records as rates, with half an attempt of each kind added).
 */
function findFailedFirsts(baseline: Baseline, { attempts }: UpdateRun): string | undefined {
  const known = attempts.filter(
    ({ key, outcome }) => baseline.tasks[key] !== undefined && outcome !== 'errored',
  )
  const firsts = [...attemptsByKey(known).values()].map((ofTask) =>
    ofTask.reduce((first, one) => ((one.attempt ?? 0) < (first.attempt ?? 0) ? one : first)),
  )
  const chance = firsts.reduce((product, { key }) => {
    const { successes = 0, attempts: made = 0 } = baseline.tasks[key] ?? {}
    return product * (1 - (successes + 0.5) / (made + 1))
  }, 1)
  if (chance >= MIN_CHANCE || firsts.some(({ outcome }) => outcome === 'solved')) return undefined
  return `the first attempt failed at all ${firsts.length} tasks of the baseline`
}

const selectSolvedMostly = ({ task_id, successes, attempts }: BaselineTask): string[] =>
  2 * successes >= attempts ? [task_id] : []

type Kind = 'added' | 'pooled' | 'full' | 'renewed' | 'kept'

/** What becomes of a record. Outcomes by seed are kept up to date, others grow until the record is full. */
function merge(
  before: BaselineTask | undefined,
  now: BaselineTask,
  attempts: readonly Attempt[],
  accepted: boolean,
): [Kind, BaselineTask] {
  if (before === undefined) return ['added', now]
  const [run = ''] = now.origin.runs
  if (runIds(before).includes(run)) return ['kept', before]
  // Of another kind than the record: outcomes by seed cannot be added to counts.
  const changed = (before.seeds === undefined) !== (now.seeds === undefined)
  if (accepted || changed) return ['renewed', renewRecord(before, now)]
  if (now.seeds !== undefined) return ['pooled', poolRecords(before, now)]
  if (before.attempts >= FULL_RECORD) {
    const { record, isRenewed } = updateRecent(before, now, attempts)
    return [isRenewed ? 'renewed' : 'full', record]
  }
  return ['pooled', poolRecords(before, now)]
}

/**
 * What `baseline update` does: the attempts of a complete run, green or accepted, are added to the records of its tasks,
 * whatever the commit, until a record has twenty. A full one stands still, so that a slow decline is measured against a
 * fixed record. Beside it the last twenty outcomes are kept, and become the record where they are better. The record of
 * an edited task makes place for a new one; where half of the old attempts or more solved it and none does now, the run
 * has to be accepted. Tasks that are gone from the suite go from the baseline only with `prune`, which a run that is not
 * green may do too: then nothing else changes, and `refused` says why.
 *
 * @throws TracewrightError for a partial run, an outage, a run that is neither green nor accepted nor prunes
 */
export function updateBaseline(baseline: Baseline, run: UpdateRun, options: UpdateOptions = {}): Update {
  if (!run.complete) failPartial(run)
  const { errors, removed, outdated } = preflight(run, baseline, { firstRun: true })
  const prunes = run.prune === true && removed.length > 0
  const refused = findRefusal(baseline, run, options)
  const [error] = errors
  if (error !== undefined) {
    throw new TracewrightError(error.replace('to gate the run', 'to update the baseline'))
  }
  const update: Update = {
    baseline,
    added: [],
    pooled: [],
    full: [],
    renewed: [],
    kept: [],
    unsolved: [],
    removed: [],
    ...(refused === undefined ? {} : { refused }),
  }
  if (refused !== undefined && !prunes) {
    fail(refused, 'Repair the regression and run again, or add the run with --accept REASON')
  }
  const tasks = { ...baseline.tasks }
  if (refused === undefined) {
    for (const key of outdated) delete tasks[key]
    const byKey = attemptsByKey(run.attempts)
    const rerunsByKey = attemptsByKey(run.reruns ?? [])
    const solvedBeforeEdit = new Set(
      outdated.flatMap((key) => selectSolvedMostly(baseline.tasks[key] as BaselineTask)),
    )
    const broken: string[] = []
    for (const task of run.suite) {
      const before = baseline.tasks[task.key]
      const origin = buildOrigin(run.origin, task, options.accept)
      const attempts = byKey.get(task.key) ?? []
      const made = { attempts, reruns: rerunsByKey.get(task.key) ?? [] }
      const now = recordOf(task, made, origin, run.deterministic === true)
      if (now === undefined) {
        if (before !== undefined) update.kept.push(task.task_id)
        continue
      }
      const [kind, record] = merge(before, now, attempts, options.accept !== undefined)
      tasks[task.key] = record
      update[kind].push(task.task_id)
      if (kind !== 'added' || now.successes > 0) continue
      update.unsolved.push(task.task_id)
      if (solvedBeforeEdit.has(task.task_id) && !options.solved?.has(task.key)) broken.push(task.task_id)
    }
    if (broken.length > 0 && options.accept === undefined) {
      const cause = `most attempts solved ${formatShortList(broken)} before the edit, and none does now`
      fail(cause, 'Repair the agent or the tasks and run again, or add the run with --accept REASON')
    }
  }
  if (run.prune === true) {
    for (const { key, task_id } of removed) {
      delete tasks[key]
      update.removed.push(task_id)
    }
  }
  return { ...update, baseline: { ...baseline, tasks } }
}
