import { relative } from 'node:path'
import { taskKey } from '../baseline/task-key.ts'
import { applyRunOptions } from '../run/apply-run-options.ts'
import { runAttempt } from '../run/attempt/run-attempt.ts'
import { runWithCassette } from '../run/attempt/with-cassette.ts'
import { appendLine } from '../run/journal/append.ts'
import type { Head, ProbedCase } from '../run/journal/lines.ts'
import type { KeyedTask } from '../run/reruns.ts'
import { noteModuleDone, type RunPlan, readPlan } from '../run/run-plan.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import { createWatch } from '../run/watchdog/watch.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import { scoreTrace } from '../scoring/score.ts'
import { TracewrightError } from '../shared/errors.ts'
import { createProgressThrottle, createTimeEstimator } from '../shared/units.ts'
import { listToolNames } from '../suites/load/check/check-suite.ts'
import { openSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import { findApplication } from '../tasks/reference/live-application.ts'
import { MAX_RUN_MS } from '../tasks/reference/run-time.ts'
import type { Registry } from '../tools/registry.ts'
import { addLiveTools } from '../tools/served.ts'
import { findUnansweredCall } from '../tools/unanswered-call.ts'
import { isCodeId, parseSlice, readModuleFile, TASKS_ALONE, takeSlice } from './suite-id.ts'

/**
 * Says how far a worker is with what comes after the last case, of which Vitest knows nothing. It goes to standard
 * error, which the worker shares with Vitest, and not through the console, which Vitest would print under a test.
 */
function notifyInWorker(what: string): (done: number, total: number) => void {
  const isTime = createProgressThrottle()
  const estimate = createTimeEstimator()
  return (done, total) => {
    const left = estimate(done, total)
    if (done >= total || !isTime()) return
    process.stderr.write(
      ` tracewright  ${[`${what}: ${done} of ${total}`, left].filter(Boolean).join(', ')}\n`,
    )
  }
}

/** Imports a module in this worker, by Vite. */
export type ModuleLoader = (id: string) => Promise<unknown>

/** What the modules of a worker's project are read with. */
interface Reading {
  head: Head
  settings: RuntimeSettings
  registry: Registry
  load: ModuleLoader
}

async function readLines(
  file: string,
  { head, settings, registry, load }: Reading,
): Promise<Iterable<SuiteLine>> {
  if (!isCodeId(file)) return openSuite(file).iterateLines()
  const { loadCodeSuite } = await import('../suites/code/load.ts')
  const place = { project: head.project, suite: relative(settings.root, file), key: '' }
  return loadCodeSuite(
    file,
    registry,
    (path) => load(`${path}?${TASKS_ALONE}`),
    // An attempt prepares its world.
    false,
    { watchTask: ({ name }) => createWatch(settings, MAX_RUN_MS, { head, place, task_id: name }) },
  )
}

async function listTasks(modules: readonly string[], reading: Reading): Promise<KeyedTask[]> {
  const { root } = reading.settings
  const tasks: KeyedTask[] = []
  for (const module of modules) {
    const file = readModuleFile(module)
    for (const { task: line } of takeSlice(await readLines(file, reading), file, root, parseSlice(module))) {
      if (line.skip !== undefined || line.todo !== undefined) continue
      addLiveTools(listToolNames(line))
      const task = applyRunOptions(line, reading.settings)
      tasks.push({ task, suite: relative(root, file), key: taskKey(task) })
    }
  }
  return tasks
}

/** Makes reruns and runs single steps once the last module of a project is through; else does nothing. */
export async function finishRun(
  agent: Agent | CalibrationAgent,
  module: string,
  head: Head,
  settings: RuntimeSettings,
  registry: Registry,
  load: ModuleLoader,
): Promise<void> {
  const { outputDir, runId } = settings
  const { project } = head
  const reading: Reading = { head, settings, registry, load }
  const plan = readPlan(outputDir, runId)
  if (plan === undefined || !noteModuleDone(outputDir, runId, project, module, plan)) return
  const modules = plan.modules[project] ?? []
  // Most runs need none of them.
  let read: Promise<KeyedTask[]> | undefined
  const listTasksOnce = (): Promise<KeyedTask[]> => {
    read ??= listTasks(modules, reading)
    return read
  }
  const isShard = modules.some((one) => parseSlice(one) !== undefined)
  const notify = notifyInWorker('reruns')
  const { makeReruns } = await import('../run/reruns.ts')
  await makeReruns(agent, listTasksOnce, registry, head, settings, plan.concurrency, notify, {
    isShard,
    onPass: (attempts, most) =>
      process.stderr.write(
        ` tracewright  the suite as a whole looks worse than the baseline: ${attempts} attempts once more, at most ${most} (option \`suiteReruns\`)\n`,
      ),
  })
  await probe(agent, listTasksOnce, plan, head, reading)
}

/** Runs the steps of some composed tasks one at a time, for the composition gap; a shard does its share. */
async function probe(
  agent: Agent | CalibrationAgent,
  tasks: () => Promise<readonly KeyedTask[]>,
  plan: RunPlan,
  head: Head,
  reading: Reading,
): Promise<void> {
  const { settings, registry } = reading
  const { probes, timeout, wire, outputDir, runId } = settings
  if (probes === 0) return
  // Brings the phrases of all tools, which a run without probes has no use for.
  const [{ deriveProbes, sampleByLevel }, { default: pLimit }] = await Promise.all([
    import('../suites/generate/probes.ts'),
    import('p-limit'),
  ])
  const { project } = head
  const taskKeys = new Set((await tasks()).map(({ suite, key }) => JSON.stringify([suite, key])))
  const all = await listTasks([...(plan.suites[project] ?? [])].sort(), reading)
  const chosen = sampleByLevel(all, probes).flatMap((placed) => {
    if (!taskKeys.has(JSON.stringify([placed.suite, placed.key]))) return []
    // A step of live tools needs what the steps before it left in the application.
    const isLive = findApplication(placed.task, registry) !== undefined
    const steps = isLive ? undefined : deriveProbes(placed.task, registry)
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
  const dueProbes = chosen.flatMap(({ steps, suite, task: whole }, of) =>
    steps.map((one, at) => ({ ...one, of, at, suite, whole })),
  )
  const notify = notifyInWorker('single steps of composed tasks')
  let tried = 0
  await pLimit(Math.max(1, plan.concurrency)).map(
    dueProbes,
    async ({ task, world, of, at, step_id, suite, whole }) => {
      const { trace, outage, missed } = await runWithCassette(
        {
          place: { project, suite },
          // Its recording is beside those of the whole task.
          task: { task_id: whole.task_id, prompt: whole.prompt },
          of: { attempt: 0, seed: world.seed, step: step_id },
          isFirst: false,
        },
        settings,
        undefined,
        (options) => runAttempt(agent, task, { registry, world, timeout, wire, ...options }),
      )
      if (missed !== undefined) throw new TracewrightError(missed)
      tried++
      notify(tried, dueProbes.length)
      const { solved } = scoreTrace(task, trace, registry)
      if (findUnansweredCall(trace) !== undefined) return
      const counts = found[of]?.steps[at]
      if (counts === undefined || (outage !== undefined && !solved)) return
      counts.attempts++
      if (solved) counts.successes++
    },
  )
  for (const probed of found) appendLine(outputDir, runId, head, { kind: 'probe', probed })
}
