import type { Attempt } from '../ledger/attempt.ts'
import { freshAttempts, suspects } from '../ledger/gate.ts'
import { outcomeOf } from '../ledger/gate-of-run.ts'
import type { GateRun } from '../ledger/preflight.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { Task } from '../schema/task.ts'
import { makeAttempt } from './attempt/make-attempt.ts'
import { inTurns } from './in-turns.ts'
import { type Entry, readJournal } from './journal/journal.ts'
import type { Head } from './journal/lines.ts'
import { ledgerOf, startOf } from './known-tasks.ts'
import type { RuntimeSettings } from './settings.ts'
import { seedOfAttempt } from './worlds.ts'

/** A task with the suite that it is in. */
export interface PlacedTask {
  task: Task
  suite: string
  key: string
}

/** Seeds at which a deterministic agent failed and its ledger says that it solves the task. */
export function flippedSeeds(
  key: string,
  records: readonly AttemptRecord[],
  settings: RuntimeSettings,
): number[] {
  const seeds = settings.gate?.deterministic === true ? ledgerOf(settings)?.tasks[key]?.seeds : undefined
  if (seeds === undefined) return []
  const flipped = records.filter(
    (record) => outcomeOf(record) === 'failed' && seeds[String(record.seed)] === 1,
  )
  return [...new Set(flipped.map(({ seed }) => seed))]
}

/** The attempts of the run as the gate takes them, those made on suspicion left out. */
function gateRun(tasks: readonly PlacedTask[], entries: readonly Entry[]): GateRun {
  const known = new Map(tasks.map(({ key, task }) => [key, task]))
  const attempts = entries.flatMap((entry): Attempt[] => {
    const task = known.get(entry.key)
    if (task === undefined || entry.fresh === true) return []
    const { key, seed } = entry
    return [{ key, task_id: task.task_id, level: task.level, seed, outcome: outcomeOf(entry) }]
  })
  const suite = tasks.map(({ key, task }) => ({ key, task_id: task.task_id, level: task.level }))
  // Whether tasks of the ledger are gone is for the verdict to say: a shard has only its share of them.
  return { suite, attempts, complete: true, prune: true }
}

/**
 * Attempts afresh, within the same run, what looks worse than the ledger. The attempts go to the journal; the verdict is
 * given when the run has ended.
 */
export async function makeFreshAttempts(
  agent: Agent | CalibrationAgent,
  tasks: readonly PlacedTask[],
  head: Head,
  settings: RuntimeSettings,
  concurrency: number,
): Promise<void> {
  const { outputDir, runId, gate } = settings
  const ledger = ledgerOf(settings)
  if (gate?.deterministic !== false || ledger === undefined) return
  const byKey = new Map(tasks.map((placed) => [placed.key, placed]))
  const entries = readJournal(outputDir, runId).filter(({ project }) => project === head.project)
  const wanted = freshAttempts(suspects(gateRun(tasks, entries), ledger))
  const turns = wanted.flatMap(({ key, attempts }) => {
    const own = entries.filter((entry) => entry.key === key)
    const made = own.filter(({ fresh }) => fresh === true).length
    const first = Math.max(-1, ...own.map(({ attempt }) => attempt)) + 1
    const placed = byKey.get(key)
    if (placed === undefined) return []
    return Array.from({ length: Math.max(0, attempts - made) }, (_, i) => ({ ...placed, attempt: first + i }))
  })
  await inTurns(turns, concurrency, ({ task, suite, key, attempt }) =>
    makeAttempt(agent, task, { project: head.project, suite, key }, head, settings, {
      attempt,
      seed: seedOfAttempt(task, startOf(key, settings) + attempt),
      fresh: true,
    }),
  )
}
