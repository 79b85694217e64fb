import pLimit from 'p-limit'
import { type Attempt, classifyOutcome } from '../baseline/attempt.ts'
import type { GateRun } from '../baseline/preflight.ts'
import { planReruns } from '../baseline/rerun-rounds.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import type { Task } from '../schema/task.ts'
import { openWorlds } from '../tasks/task-worlds.ts'
import type { Registry } from '../tools/registry.ts'
import { makeAttempt } from './attempt/make-attempt.ts'
import { readBaselineOf, startOf } from './first-attempt.ts'
import { type JournalEntry, readJournal } from './journal/journal.ts'
import type { Head } from './journal/lines.ts'
import type { RuntimeSettings } from './settings.ts'
import { chooseSeed } from './worlds.ts'

export interface KeyedTask {
  task: Task
  suite: string
  key: string
}

/** Attempts of a run or of its reruns, in their order, as the gate takes them. */
function listAttempts(
  tasks: readonly KeyedTask[],
  entries: readonly JournalEntry[],
  isRerun: boolean,
): Attempt[] {
  const known = new Map(tasks.map(({ key, task }) => [key, task]))
  return entries.flatMap((entry): Attempt[] => {
    const task = known.get(entry.key)
    if (task === undefined || (entry.rerun === true) !== isRerun) return []
    const { key, seed } = entry
    return [{ key, task_id: task.task_id, level: task.level, seed, outcome: classifyOutcome(entry) }]
  })
}

/**
 * The run so far. A task without an attempt was skipped by a hook of the user's. Whether tasks of the baseline are gone
 * is for the verdict to say: a shard has only its share of them.
 */
function buildGateRun(tasks: readonly KeyedTask[], entries: readonly JournalEntry[]): GateRun {
  const attempted = new Set(entries.map(({ key }) => key))
  return {
    suite: tasks
      .filter(({ key }) => attempted.has(key))
      .map(({ key, task }) => ({ key, task_id: task.task_id, level: task.level })),
    attempts: listAttempts(tasks, entries, false),
    complete: true,
    prune: true,
  }
}

export interface PassOptions {
  /** The run is one shard of several. Default false. */
  isShard?: boolean
  /** Told what another attempt at every task costs, before it is made, and what all of them cost at most. */
  onPass?: (attempts: number, most: number) => void
}

/**
 * Makes the reruns that the gate asks for, round by round and within the same run, until it asks for no more.
 * They go to the journal; the verdict is given when the run has ended.
 *
 * @param onProgress Told after each attempt how many of those known to be due are made; a later round may ask for more
 */
export async function makeReruns(
  agent: Agent | CalibrationAgent,
  tasksOfRun: () => Promise<readonly KeyedTask[]>,
  registry: Registry,
  head: Head,
  settings: RuntimeSettings,
  concurrency: number,
  onProgress: (done: number, total: number) => void = () => {},
  { isShard = false, onPass = () => {} }: PassOptions = {},
): Promise<void> {
  const { outputDir, runId, gate } = settings
  const baseline = readBaselineOf(settings)
  if (gate?.deterministic !== false || baseline === undefined) return
  const tasks = await tasksOfRun()
  const byKey = new Map(tasks.map((placed) => [placed.key, placed]))
  let count = 0
  let passes = 0
  for (;;) {
    const entries = readJournal(outputDir, runId).filter(({ project }) => project === head.project)
    const reruns = listAttempts(tasks, entries, true)
    const plans = planReruns(buildGateRun(tasks, entries), baseline, reruns, {
      isShard,
      suiteReruns: gate.suiteReruns,
    })
    const jobs = plans.flatMap(({ key, attempts }) => {
      const placed = byKey.get(key)
      if (placed === undefined) return []
      const there = reruns.filter((one) => one.key === key && one.outcome !== 'errored').length
      const numbers = entries.filter((entry) => entry.key === key).map(({ attempt }) => attempt)
      const first = Math.max(-1, ...numbers) + 1
      return Array.from({ length: Math.max(0, attempts - there) }, (_, i) => ({
        ...placed,
        attempt: first + i,
      }))
    })
    if (jobs.length === 0) return
    const pass = plans[0]?.pass ?? 0
    // Errored attempts of a pass that was announced are made once more.
    if (pass > passes) onPass(jobs.length, jobs.length * (1 + gate.suiteReruns - pass))
    passes = Math.max(passes, pass)
    const due = count + jobs.length
    await pLimit(Math.max(1, concurrency)).map(jobs, async ({ task, suite, key, attempt }) => {
      await makeAttempt(
        agent,
        openWorlds(task, registry),
        { project: head.project, suite, key },
        head,
        settings,
        {
          attempt,
          seed: chooseSeed(task, startOf(key, settings) + attempt, registry),
          rerun: true,
        },
      )
      count++
      onProgress(count, due)
    })
  }
}
