import type { Ledger, LedgerTask, Provenance } from '../schema/ledger.ts'
import { TracewrightError } from '../shared/errors.ts'
import { type Attempt, attemptsByKey, countsOf } from './attempt.ts'
import type { Verdict } from './gate.ts'
import { type GateRun, preflight } from './preflight.ts'
import { poolProvenance, provenanceOf, type RunOrigin } from './provenance.ts'

/** A run that a ledger can be updated from. */
export interface UpdateRun extends GateRun {
  origin: RunOrigin
  /** Outcomes are kept by seed. */
  deterministic?: boolean
}

export interface UpdateOptions {
  /** What the gate said of the run; left out only for a ledger without tasks. */
  verdict?: Verdict['verdict']
  /** Why the run is taken although the gate is not green. */
  accept?: string
}

/** An updated ledger, and ids of tasks by what became of their records. */
export interface Update {
  ledger: Ledger
  added: string[]
  replaced: string[]
  /** The run was a rerun of the record's commit: attempts were added to it. */
  pooled: string[]
  /** No outcome in this run, or the run is in the record already. */
  kept: string[]
  removed: string[]
}

const fail = (cause: string, advice: string): never => {
  throw new TracewrightError(`Failed to update the ledger: ${cause}. ${advice}.`)
}

const pools = (record: LedgerTask, { commit }: RunOrigin): boolean =>
  commit !== undefined && record.provenance.commit === commit

/** Refuses what is neither green nor accepted; a run that only pools may be inconclusive, since pooling cures that. */
function checkVerdict(ledger: Ledger, run: UpdateRun, { verdict, accept }: UpdateOptions): void {
  if (accept !== undefined && accept.trim() === '') fail('the reason to accept it is empty', 'Give a reason')
  const known = run.suite.flatMap(({ key }) => ledger.tasks[key] ?? [])
  if (accept !== undefined || known.length === 0 || verdict === 'ok') return
  if (verdict === 'inconclusive' && known.every((record) => pools(record, run.origin))) return
  const said = verdict === undefined ? 'the run was not gated' : `the gate says ${verdict}`
  fail(said, 'Mend what regressed, or accept the run with a reason')
}

function seedsOf(attempts: readonly Attempt[]): Record<string, 0 | 1> {
  const seeds: Record<string, 0 | 1> = {}
  for (const { seed, outcome, task_id } of attempts) {
    if (outcome === 'errored') continue
    if (seed === undefined) return fail(`an attempt at ${task_id} has no seed`, 'Give every attempt its seed')
    const solved = outcome === 'solved' ? 1 : 0
    if ((seeds[seed] ?? solved) !== solved) {
      fail(
        `${task_id} was solved and failed at seed ${seed}`,
        'Gate the agent as one that is not deterministic',
      )
    }
    seeds[seed] = solved
  }
  return seeds
}

/** The record of one task after a run. */
function merged(
  before: LedgerTask | undefined,
  now: Omit<LedgerTask, 'provenance'>,
  { origin }: UpdateRun,
  provenance: Provenance,
): LedgerTask {
  if (before === undefined || !pools(before, origin)) return { ...now, provenance }
  if (now.seeds === undefined) {
    return {
      task_id: now.task_id,
      level: now.level,
      successes: before.successes + now.successes,
      attempts: before.attempts + now.attempts,
      provenance: poolProvenance(before.provenance, provenance),
    }
  }
  const seeds = { ...before.seeds, ...now.seeds }
  const outcomes: number[] = Object.values(seeds)
  return {
    ...now,
    successes: outcomes.reduce((sum, solved) => sum + solved, 0),
    attempts: outcomes.length,
    seeds,
    provenance: poolProvenance(before.provenance, provenance),
  }
}

/**
 * What `ledger update` does: a complete run, green or accepted, replaces the records of its tasks; a rerun of the same
 * commit adds to them. Tasks that are gone from the suite go from the ledger only with `prune`.
 *
 * @throws TracewrightError for a partial run, an outage, a run that is neither green nor accepted
 */
export function updateLedger(ledger: Ledger, run: UpdateRun, options: UpdateOptions = {}): Update {
  if (!run.complete) fail('the run is partial', 'Run the whole suite, without filter or shard')
  const { errors, removed } = preflight(run, ledger, { firstRun: true })
  const [error] = errors
  if (error !== undefined)
    throw new TracewrightError(error.replace('to gate the run', 'to update the ledger'))
  checkVerdict(ledger, run, options)

  const update: Update = { ledger, added: [], replaced: [], pooled: [], kept: [], removed: [] }
  const tasks = { ...ledger.tasks }
  const byKey = attemptsByKey(run.attempts)
  for (const task of run.suite) {
    const { key, task_id, level } = task
    const before = ledger.tasks[key]
    const own = byKey.get(key) ?? []
    const counts = countsOf(own)
    if (counts.attempts === 0 || before?.provenance.runs.includes(run.origin.id) === true) {
      if (before !== undefined) update.kept.push(task_id)
      continue
    }
    const seeds = run.deterministic === true ? { seeds: seedsOf(own) } : {}
    tasks[key] = merged(
      before,
      { task_id, level, ...counts, ...seeds },
      run,
      provenanceOf(run.origin, task, options.accept),
    )
    if (before === undefined) update.added.push(task_id)
    else if (pools(before, run.origin)) update.pooled.push(task_id)
    else update.replaced.push(task_id)
  }
  if (run.prune === true) {
    for (const { key, task_id } of removed) {
      delete tasks[key]
      update.removed.push(task_id)
    }
  }
  return { ...update, ledger: { ...ledger, tasks } }
}
