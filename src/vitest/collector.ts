import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import { experimental_getRunnerTask as runnerTaskOf } from 'vitest/node'
import type { RuntimeSettings } from '../../fixtures/settings.ts'
import { type Entry, readJournal } from '../run/journal/journal.ts'
import { type ProbedCase, readProbes } from '../run/journal/probe-file.ts'
import { mergeTraces, traceFilesOf, writeMergedTraces } from '../run/journal/trace-files.ts'
import { dropLines, readLines } from '../run/journal/worker-lines.ts'
import { inOrder, runOf } from '../run/model.ts'
import { RUN_FILE, writeRun } from '../run/run-file.ts'
import type { Case, Run } from '../schema/run.ts'
import type { Trace } from '../schema/trace.ts'
import { loadSuite } from '../suites/load.ts'
import type { TracewrightMeta } from './case-meta.ts'
import { caseOf, linesOf, metaOf, missingTasks, withFresh } from './cases.ts'
import { type Gates, gatesOf } from './gates.ts'
import { dropPlans, writePlan } from './run-plan.ts'
import { fileOf, isSuiteId, sliceId, sliceOf, takeSlice, withoutSlice } from './suite-id.ts'

const ENVIRONMENT_COMMENT = /@(?:vitest|jest)-environment/

/** Whether the command line asks for a part of all there is. */
const isFilteredByConfig = ({ config }: Vitest): boolean =>
  config.testNamePattern !== undefined ||
  config.shard !== undefined ||
  (config.changed !== undefined && config.changed !== false)

/** Whether the run has fewer suites than the projects, or single lines of them; other tests are none of ours. */
async function isFilteredByFile(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<boolean> {
  const suitesIn = (all: readonly TestSpecification[]): TestSpecification[] =>
    all.filter(({ moduleId }) => isSuiteId(moduleId))
  const own = suitesIn(specifications)
  if (own.some(({ testLines }) => testLines !== undefined && testLines.length > 0)) return true
  return suitesIn(await vitest.globTestSpecifications()).length > own.length
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
  private readonly gates: Gates
  private filtered = false

  constructor(settings: RuntimeSettings, gates: Gates) {
    this.settings = settings
    this.gates = gates
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
    await this.plan(specifications)
  }

  /** Tells the workers which modules there are, so that the last one looks again at what is suspected. */
  private async plan(specifications: readonly TestSpecification[]): Promise<void> {
    const { vitest, settings } = this
    if (
      vitest === undefined ||
      vitest.config.mergeReports ||
      (this.gates.size === 0 && settings.probes === 0)
    )
      return
    const { watch, shard, testNamePattern, maxConcurrency } = vitest.config
    const isPart = this.filtered && (shard === undefined || testNamePattern !== undefined)
    const modules: Record<string, string[]> = {}
    for (const { moduleId, project } of isPart || watch ? [] : specifications) {
      if (!isSuiteId(moduleId)) continue
      const own = modules[project.name] ?? []
      modules[project.name] = own
      // Vitest 5 shards before a run starts, Vitest 4 after.
      if (shard === undefined || sliceOf(moduleId) !== undefined) own.push(moduleId)
      else if (sliceHasTasks(moduleId, settings.root, shard)) own.push(sliceId(moduleId, shard))
    }
    if (Object.keys(modules).length === 0) return
    const suites: Record<string, string[]> = {}
    for (const { moduleId, project } of await vitest.globTestSpecifications())
      if (isSuiteId(moduleId)) suites[project.name] = [...(suites[project.name] ?? []), fileOf(moduleId)]
    writePlan(settings.outputDir, settings.runId, { modules, suites, concurrency: maxConcurrency })
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
    const journal = merging ? suites.flatMap(attachedFresh) : readJournal(outputDir, runId)
    const probed = merging ? suites.flatMap(attachedProbes) : readProbes(outputDir, runId)
    if (sharded) attach(suites, readLines(outputDir, 'traces', runId), { journal, probed }, root)
    if (merging) writeMergedTraces(outputDir, runId, suites.flatMap(attachedTraces))

    const { filtered } = this
    if (reason === 'interrupted') errors.push('the run was interrupted before all cases were done')
    else if (!filtered && errors.length === 0) errors.push(...missingTasks(suites, cases, root))
    if (!sharded && !filtered && errors.length === 0 && cases.every(({ outcome }) => outcome === 'skipped')) {
      errors.push('no case was scored: all of them were skipped')
    }
    const complete = !filtered && errors.length === 0
    const all = withFresh(inOrder(cases), journal)
    const gated = complete && !vitest.config.watch
    this.run = runOf({
      id: runId,
      mode: this.settings.mode,
      suites: this.settings.suites,
      cases: all,
      complete,
      traces: traceFilesOf(outputDir, runId),
      errors,
      ...(gated && this.gates.size > 0 ? { gates: gatesOf(this.gates, all, this.settings, merging) } : {}),
      probed: sharded ? [] : probed,
      ...(this.settings.resumed ? { resumed: true as const } : {}),
    })
    if (this.settings.resumed) {
      mergeTraces(outputDir, runId)
      this.run.traces = traceFilesOf(outputDir, runId)
    }
    writeRun(outputDir, this.run)
    if (reason !== 'interrupted') {
      dropLines(outputDir, 'attempts')
      dropLines(outputDir, 'probes')
      dropPlans(outputDir)
    }
    if (!sharded && !filtered && !vitest.config.watch) dropLines(outputDir, 'traces', runId)
    // Vitest itself knows of failed tests only.
    if (!vitest.config.watch) process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodeOf(this.run))
  }
}

/** What Vitest exits with beyond failed tests: 1 for a regression or a run that is not whole, 2 where the gate could not tell. */
function exitCodeOf({ errors, gates = [] }: Run): 0 | 1 | 2 {
  if (gates.some(({ exit }) => exit === 2)) return 2
  return errors.length > 0 || gates.some(({ exit }) => exit === 1) ? 1 : 0
}

function sliceHasTasks(moduleId: string, root: string, shard: { index: number; count: number }): boolean {
  try {
    return takeSlice(loadSuite(moduleId), moduleId, root, shard).length > 0
  } catch {
    return true
  }
}

function nameWithoutSlice(module: TestModule): void {
  if (!isSuiteId(module.moduleId)) return
  const task = runnerTaskOf(module)
  task.name = withoutSlice(task.name)
}

/** Puts the traces of each suite, and what was done after its cases, into the meta of its module, which a blob keeps. */
function attach(
  suites: readonly TestModule[],
  lines: readonly string[],
  { journal, probed }: { journal: readonly Entry[]; probed: readonly ProbedCase[] },
  root: string,
): void {
  for (const module of suites) {
    const suite = relative(root, fileOf(module.moduleId))
    const meta = runnerTaskOf(module).meta as TracewrightMeta
    const isOfModule = (of: Pick<Trace, 'suite' | 'project'>): boolean =>
      of.suite === suite && (of.project ?? '') === module.project.name
    meta.tracewrightTraces = lines.filter((line) => isOfModule(JSON.parse(line) as Trace))
    meta.tracewrightFresh = journal.filter((entry) => entry.fresh === true && isOfModule(entry))
    meta.tracewrightProbes = probed.filter(isOfModule)
  }
}

const attachedFresh = (module: TestModule): Entry[] =>
  (module.meta() as TracewrightMeta).tracewrightFresh ?? []
const attachedProbes = (module: TestModule): ProbedCase[] =>
  (module.meta() as TracewrightMeta).tracewrightProbes ?? []
const attachedTraces = (module: TestModule): string[] =>
  (module.meta() as TracewrightMeta).tracewrightTraces ?? []
