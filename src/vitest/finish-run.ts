import { relative } from 'node:path'
import { inject } from 'vitest'
import { PROJECT_KEY, type RuntimeSettings } from '../../fixtures/settings.ts'
import { probesOf, stratified } from '../generate/probes.ts'
import type { Attempt } from '../ledger/attempt.ts'
import { outcomeOf } from '../ledger/gate-of-run.ts'
import { nextFresh } from '../ledger/next-fresh.ts'
import { taskKey } from '../ledger/task-key.ts'
import { makeAttempt } from '../run/attempt/make-attempt.ts'
import { isOutage } from '../run/attempt/outage.ts'
import { runAttempt } from '../run/attempt/run-attempt.ts'
import { readJournal } from '../run/journal/journal.ts'
import type { ProbedCase } from '../run/journal/probe-file.ts'
import { appendLine } from '../run/journal/worker-lines.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { Task } from '../schema/task.ts'
import { scoreTrace } from '../scoring/score.ts'
import { servedRegistry } from '../simulators/served.ts'
import { loadSuite } from '../suites/load.ts'
import { ledgerOf } from './known-tasks.ts'
import { isLastModule, type RunPlan, readPlan } from './run-plan.ts'
import { fileOf, sliceOf, takeSlice } from './suite-id.ts'

/** Whether a deterministic agent failed at a task where its ledger says that it solves it. */
export function flippedIn(
  key: string,
  records: readonly AttemptRecord[],
  settings: RuntimeSettings,
): boolean {
  const seeds = settings.gate?.deterministic === true ? ledgerOf(settings)?.tasks[key]?.seeds : undefined
  return (
    seeds !== undefined &&
    records.some((record) => outcomeOf(record) === 'failed' && seeds[String(record.seed)] === 1)
  )
}

/** A task with the suite that it is in. */
interface Placed {
  task: Task
  suite: string
  key: string
}

/** The tasks of some modules that can be run. */
const tasksOf = (modules: readonly string[], root: string): Placed[] =>
  modules.flatMap((module) => {
    const file = fileOf(module)
    return takeSlice(loadSuite(file), file, root, sliceOf(module))
      .filter(({ task }) =>
        task.expected_trace.steps.every(({ tool_name }) => servedRegistry().has(tool_name)),
      )
      .map(({ task }) => ({ task, suite: relative(root, file), key: taskKey(task) }))
  })

/** What is done when the last case of the last module of a project is through. */
export async function finishRun(
  agent: Agent | CalibrationAgent,
  module: string,
  settings: RuntimeSettings,
): Promise<void> {
  const { outputDir, runId, root } = settings
  const plan = readPlan(outputDir, runId)
  const project = inject(PROJECT_KEY) ?? ''
  if (plan === undefined || !isLastModule(outputDir, runId, project, module, plan)) return
  const tasks = tasksOf(plan.modules[project] ?? [], root)
  await lookAgain(agent, tasks, { project, plan }, settings)
  await probe(agent, tasks, { project, plan }, settings)
}

/** The project that is through, and the plan of the run. */
interface Whole {
  project: string
  plan: RunPlan
}

/**
 * What looks worse than the ledger is attempted afresh, within the same run. The attempts go to the journal; the verdict
 * is given when the run has ended.
 */
async function lookAgain(
  agent: Agent | CalibrationAgent,
  tasks: readonly Placed[],
  { project, plan }: Whole,
  settings: RuntimeSettings,
): Promise<void> {
  const { outputDir, runId, gate } = settings
  const ledger = ledgerOf(settings)
  if (gate?.deterministic !== false || ledger === undefined) return
  const byKey = new Map(tasks.map((placed) => [placed.key, placed]))
  for (;;) {
    const entries = readJournal(outputDir, runId).filter((entry) => entry.project === project)
    const { attempts: all, ...run } = runOf(tasks, entries)
    const fresh = all.filter((attempt) => attempt.fresh)
    const plans = nextFresh({ ...run, attempts: all.filter((attempt) => !attempt.fresh) }, ledger, fresh)
    if (plans.length === 0) return
    const turns = plans.flatMap(({ key, attempts }) => {
      const own = entries.filter((entry) => entry.key === key)
      const there = fresh.filter((attempt) => attempt.key === key && attempt.outcome !== 'errored').length
      const first = Math.max(-1, ...own.map(({ attempt }) => attempt)) + 1
      const placed = byKey.get(key)
      if (placed === undefined) return []
      return Array.from({ length: attempts - there }, (_, i) => ({ ...placed, attempt: first + i }))
    })
    await inTurns(turns, plan, ({ task, suite, key, attempt }) =>
      makeAttempt(agent, task, { project, suite, key }, settings, { attempt, fresh: true }),
    )
  }
}

/** Tries the steps of some composed tasks one at a time, for the composition gap. A shard tries its share of those that the whole run would. */
async function probe(
  agent: Agent | CalibrationAgent,
  tasks: readonly Placed[],
  { project, plan }: Whole,
  { probes, timeout, outputDir, runId, root }: RuntimeSettings,
): Promise<void> {
  if (probes === 0) return
  const own = new Set(tasks.map(({ suite, key }) => JSON.stringify([suite, key])))
  const all = tasksOf([...(plan.suites[project] ?? [])].sort(), root)
  const chosen = stratified(all, probes).flatMap((placed) => {
    if (!own.has(JSON.stringify([placed.suite, placed.key]))) return []
    const steps = probesOf(placed.task, servedRegistry())
    return steps === undefined ? [] : [{ ...placed, steps }]
  })
  const found = chosen.map(
    ({ task, suite, key, steps }): ProbedCase => ({
      project,
      suite,
      key,
      ...(task.pattern === undefined ? {} : { pattern: task.pattern }),
      steps: steps.map(() => ({ successes: 0, attempts: 0 })),
    }),
  )
  const turns = chosen.flatMap(({ steps }, of) => steps.map((one, at) => ({ ...one, of, at })))
  await inTurns(turns, plan, async ({ task, world, of, at }) => {
    const { trace, thrown } = await runAttempt(agent, task, { world, timeout })
    if (trace.refused === undefined && isOutage(thrown)) return
    const counts = found[of]?.steps[at]
    if (counts === undefined) return
    counts.attempts++
    if (scoreTrace(task, trace, servedRegistry()).solved) counts.successes++
  })
  for (const one of found) appendLine(outputDir, 'probes', runId, one)
}

function runOf(tasks: readonly Placed[], entries: ReturnType<typeof readJournal>) {
  const known = new Map(tasks.map(({ key, task }) => [key, task]))
  const attempts = entries.flatMap((entry): (Attempt & { fresh: boolean })[] => {
    const task = known.get(entry.key)
    if (task === undefined) return []
    return [
      {
        key: entry.key,
        task_id: task.task_id,
        level: task.level,
        seed: entry.seed,
        outcome: outcomeOf(entry),
        fresh: entry.fresh === true,
      },
    ]
  })
  const suite = tasks.map(({ key, task }) => ({ key, task_id: task.task_id, level: task.level }))
  // Whether tasks of the ledger are gone is for the verdict to say: a shard has only its share of them.
  return { suite, attempts, complete: true, prune: true }
}

async function inTurns<T>(
  items: readonly T[],
  { concurrency }: RunPlan,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker))
}
