import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import { experimental_getRunnerTask as runnerTaskOf } from 'vitest/node'
import type { RuntimeSettings } from '../../fixtures/settings.ts'
import { runOf } from '../report/model.ts'
import { renderTerminal } from '../report/render-terminal.ts'
import type { Case, Run } from '../schema/run.ts'
import { loadSuite, type SuiteLine } from '../suites/load.ts'
import type { CaseMeta, TracewrightMeta } from './case-meta.ts'
import { fileOf, isSuiteId, withoutSlice } from './suite-id.ts'
import { dropOtherTraces, readTraceLines, traceFilesOf, writeMergedTraces } from './trace-files.ts'

const RUN_FILE = 'run.json'
const ENVIRONMENT_COMMENT = /@(?:vitest|jest)-environment/

const metaOf = (test: TestCase): CaseMeta | undefined => (test.meta() as TracewrightMeta).tracewright

/** The lines of a suite file, read when they are first asked for; none where it does not load. */
type SuiteLines = () => readonly SuiteLine[]

function linesOf(file: string): SuiteLines {
  let lines: readonly SuiteLine[] | undefined
  return () => {
    try {
      lines ??= loadSuite(file)
    } catch {
      // The module has failed with the same error, which is reported.
      lines = []
    }
    return lines
  }
}

/** The case of a test: what it left in its meta, or that it never got that far. */
function caseOf(test: TestCase, suite: string, lines: SuiteLines): Case | undefined {
  const meta = metaOf(test)
  const state = test.result().state
  const project = test.project.name === '' ? {} : { project: test.project.name }
  if (meta === undefined) {
    // A test that a filter left out has no meta and is no case of this run.
    if (state === 'skipped' || state === 'pending') return undefined
    const [error] = test.result().errors ?? []
    const entry = lines().find(({ task }) => task.task_id === test.name)
    if (entry === undefined) return undefined
    return {
      suite,
      line: entry.line,
      task_id: test.name,
      level: entry.task.level,
      outcome: 'errored',
      note: error?.message ?? 'it did not run',
      ...project,
    }
  }
  const { agentNote: _, line, task_id, level, agent, seed, note, duration_ms, score } = meta
  const [error] = test.result().errors ?? []
  const outcome = meta.outcome === 'skipped' && state !== 'skipped' ? 'errored' : meta.outcome
  const why = note ?? (outcome === 'errored' ? error?.message : undefined)
  return {
    suite,
    line,
    task_id,
    level,
    outcome,
    ...(why === undefined ? {} : { note: why }),
    agent,
    ...project,
    seed,
    ...(duration_ms === undefined ? {} : { duration_ms }),
    ...(score === undefined ? {} : { score }),
  }
}

/** Whether the command line asks for a part of all there is. */
const isFilteredByConfig = ({ config }: Vitest): boolean =>
  config.testNamePattern !== undefined ||
  config.shard !== undefined ||
  (config.changed !== undefined && config.changed !== false)

/** Whether the run has fewer files than the projects, or single lines of them. */
async function isFilteredByFile(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<boolean> {
  if (specifications.some(({ testLines }) => testLines !== undefined && testLines.length > 0)) return true
  return (await vitest.globTestSpecifications()).length > specifications.length
}

/**
 * First of our two reporters: it gathers the cases, puts traces into the blob of a shard, writes `run.json`, and
 * fails the run where it is not what it should be.
 */
export class Collector implements Reporter {
  readonly settings: RuntimeSettings
  run: Run | undefined
  readonly notes: Record<string, string> = {}
  vitest: Vitest | undefined
  private filtered = false

  constructor(settings: RuntimeSettings) {
    this.settings = settings
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.run = undefined
    // Nobody should take the document of an earlier run for the one of a run that broke off.
    rmSync(join(this.settings.outputDir, RUN_FILE), { force: true })
    for (const { moduleId } of specifications) this.warnOfComment(fileOf(moduleId))
    this.filtered =
      this.vitest !== undefined &&
      !this.vitest.config.mergeReports &&
      (isFilteredByConfig(this.vitest) || (await isFilteredByFile(this.vitest, specifications)))
  }

  /** Vitest takes `@vitest-environment x` anywhere in a file for a comment of its own, and then cannot start. */
  private warnOfComment(file: string): void {
    if (!isSuiteId(file)) return
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((text) => ENVIRONMENT_COMMENT.test(text)) + 1
    if (line === 0) return
    const name = relative(this.settings.root, file)
    this.vitest?.logger.error(
      `tracewright: Failed to read ${name}:${line}: Vitest takes "@vitest-environment" in it for a comment. Write the @ as \\u0040.`,
    )
  }

  onTestModuleQueued(module: TestModule): void {
    nameWithoutSlice(module)
  }

  onTestModuleCollected(module: TestModule): void {
    nameWithoutSlice(module)
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: readonly unknown[], reason: TestRunEndReason): void {
    const { vitest } = this
    const suites = modules.filter(({ moduleId }) => isSuiteId(moduleId))
    if (vitest === undefined || suites.length === 0) return
    const { outputDir, runId, root } = this.settings
    const merging = Boolean(vitest.config.mergeReports)
    const sharded = vitest.config.shard !== undefined
    const cases: Case[] = []
    const errors: string[] = []
    for (const module of suites) {
      const suite = relative(root, fileOf(module.moduleId))
      for (const error of module.errors()) errors.push(error.message)
      const lines = linesOf(fileOf(module.moduleId))
      for (const test of module.children.allTests()) {
        const item = caseOf(test, suite, lines)
        if (item !== undefined) cases.push(item)
        const meta = metaOf(test)
        if (meta?.agentNote !== undefined) this.notes[meta.agent] = meta.agentNote
      }
    }
    if (sharded) attachTraces(suites, readTraceLines(outputDir, runId), root)
    if (merging) writeMergedTraces(outputDir, runId, suites.flatMap(attachedTraces))

    const { filtered } = this
    if (reason === 'interrupted') errors.push('the run was interrupted before all cases were done')
    else if (!filtered && errors.length === 0) errors.push(...missingTasks(suites, cases, root))
    if (!sharded && !filtered && errors.length === 0 && cases.every(({ outcome }) => outcome === 'skipped')) {
      errors.push('no case was scored: all of them were skipped')
    }
    const complete = !filtered && errors.length === 0
    this.run = runOf({
      id: runId,
      mode: this.settings.mode,
      cases,
      complete,
      traces: traceFilesOf(outputDir, runId),
      errors,
    })
    writeRun(outputDir, this.run)
    if (!sharded && !filtered && !vitest.config.watch) dropOtherTraces(outputDir, runId)
    // Vitest itself knows of failed tests only.
    if (errors.length > 0 && !vitest.config.watch) process.exitCode = 1
  }
}

/** Tasks of the suites on disk that the run says nothing about. */
function missingTasks(suites: readonly TestModule[], cases: readonly Case[], root: string): string[] {
  const seen = new Set(cases.map(({ suite, task_id, project }) => JSON.stringify([project, suite, task_id])))
  const files = new Map(
    suites.map((module) => [JSON.stringify([module.project.name, fileOf(module.moduleId)]), module]),
  )
  return [...files.values()].flatMap((module) => {
    const file = fileOf(module.moduleId)
    const suite = relative(root, file)
    const project = module.project.name === '' ? undefined : module.project.name
    const missing = loadSuite(file).filter(
      ({ task }) => !seen.has(JSON.stringify([project, suite, task.task_id])),
    )
    if (missing.length === 0) return []
    const [first] = missing
    return [`${missing.length} tasks of ${suite} are missing from this run, ${first?.task.task_id} first`]
  })
}

function nameWithoutSlice(module: TestModule): void {
  if (!isSuiteId(module.moduleId)) return
  const task = runnerTaskOf(module)
  task.name = withoutSlice(task.name)
}

/** Puts the traces of each suite into the meta of its module, which a blob keeps. */
function attachTraces(suites: readonly TestModule[], lines: readonly string[], root: string): void {
  for (const module of suites) {
    const suite = relative(root, fileOf(module.moduleId))
    const own = lines.filter((line) => (JSON.parse(line) as { suite?: string }).suite === suite)
    ;(runnerTaskOf(module).meta as TracewrightMeta).tracewrightTraces = own
  }
}

const attachedTraces = (module: TestModule): string[] =>
  (module.meta() as TracewrightMeta).tracewrightTraces ?? []

/** Writes the run's document in one step, so that a reader never sees half of it. */
function writeRun(dir: string, run: Run): void {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, RUN_FILE)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(run, null, 2)}\n`)
  renameSync(unfinished, file)
}

const PROGRESS_INTERVAL = 10_000
const MACHINE_REPORTERS = new Set(['json', 'junit', 'tap', 'tap-flat'])

/** Whether a reporter of the user's writes a document to standard output, which ours must not disturb. */
function stdoutIsTaken({ config }: Vitest): boolean {
  return config.reporters.some((entry) => {
    const name = Array.isArray(entry) ? entry[0] : undefined
    if (typeof name !== 'string' || !MACHINE_REPORTERS.has(name)) return false
    const { outputFile } = config
    return typeof outputFile === 'string' ? false : outputFile?.[name as 'json'] === undefined
  })
}

/** Second of our two reporters: it prints, after the reporters of the user. */
export class Printer implements Reporter {
  private readonly collector: Collector
  private done = 0
  private solved = 0
  private started = 0
  private said = 0

  constructor(collector: Collector) {
    this.collector = collector
  }

  private print(text: string): void {
    const { vitest } = this.collector
    if (vitest === undefined) return
    if (stdoutIsTaken(vitest)) vitest.logger.error(text)
    else vitest.logger.log(text)
  }

  onTestRunStart(): void {
    this.done = 0
    this.solved = 0
    this.started = Date.now()
    this.said = this.started
  }

  onTestCaseResult(test: TestCase): void {
    const meta = metaOf(test)
    if (meta?.outcome !== 'scored') return
    this.done++
    if (meta.score?.solved === true) this.solved++
    if (Date.now() - this.said < PROGRESS_INTERVAL) return
    this.said = Date.now()
    const seconds = Math.round((this.said - this.started) / 1000)
    this.print(` tracewright  ${this.done} cases in ${seconds} s, ${this.solved} solved`)
  }

  onTestRunEnd(): void {
    const { run, vitest, notes, settings } = this.collector
    if (run === undefined || vitest === undefined) return
    const color = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
    this.print(renderTerminal(run, { color, notes }))
    const where = relative(settings.root, join(settings.outputDir, RUN_FILE))
    this.print(`\n ${where}${run.complete ? '' : '  (not a complete run)'}\n`)
  }
}
