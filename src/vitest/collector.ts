import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import { dropJournal, listNewJournaledRuns } from '../run/journal/files.ts'
import { dropRun } from '../run/run-file.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import { findProjectWithoutPlugin, unusedBaseline } from '../run/unused-baselines.ts'
import { EXIT_CODES, explainNotGated, type RunScope } from '../run/verdict.ts'
import type { Case, Run } from '../schema/run.ts'
import { describeThrown } from '../shared/errors.ts'
import { holdExitCode } from './exit-code.ts'
import { maskErrors } from './mask-errors.ts'
import { projectsWithoutPlugin } from './root-plugin.ts'
import { joinGlobs, type RunState, readGates } from './run-state.ts'
import { decideScope, hasFilter, takesNone } from './scope.ts'
import { isSuiteId, readModuleFile } from './suite-id.ts'

const NO_SUITE =
  'no suite yet: write one such as test/first.suite.ts (node_modules/tracewright/docs/guides/first-suite.md), or run `npx tracewright init`'
const ENVIRONMENT_COMMENT = /@(?:vitest|jest)-environment/

/**
 * First of our two reporters: it gathers the cases, puts traces into the blob of a shard, and writes down what the run
 * came to, which the process then exits with.
 */
export class Collector implements Reporter {
  readonly settings: RuntimeSettings
  run: Run | undefined
  notes: Readonly<Record<string, string>> = {}
  broken: ReadonlySet<Case> | undefined
  /** Printed if the run has no document. */
  error: string | undefined
  /** Printed of a run that leaves all suites out. */
  note: string | undefined
  vitest: Vitest | undefined
  /** Runs that broke off, and that no earlier run has named. */
  brokenOff: readonly string[] = []
  readonly state: RunState
  private scope: RunScope = 'whole'
  /** Suites of the run, below the root. */
  private started: readonly string[] = []
  /** What a run with suites needs once they have begun: loaded by such a run alone, while its workers start. */
  private end: typeof import('./end-run.ts') | undefined

  constructor(settings: RuntimeSettings, state: RunState) {
    this.settings = settings
    this.state = state
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const { vitest, settings, state } = this
    this.run = undefined
    this.error = undefined
    this.note = undefined
    if (vitest === undefined) return
    this.brokenOff = listNewJournaledRuns(settings.outputDir).filter((id) => id !== settings.runId)
    const suites = specifications.filter(({ moduleId }) => isSuiteId(moduleId))
    this.started = suites.map(({ moduleId }) => relative(settings.root, readModuleFile(moduleId)))
    for (const { moduleId } of suites) this.warnOfComment(readModuleFile(moduleId))
    this.scope = await decideScope(vitest, specifications)
    const unused = ['whole', 'shard'].includes(this.scope) ? await this.findUnused(vitest) : undefined
    if (unused !== undefined && state.problems.length === 0) state.problems.push({ message: unused })
    if (suites.length === 0) return
    const loading = this.loadEnd()
    // Merged reports have no worker that starts, and slices are renamed before another reporter shows them.
    if (vitest.config.mergeReports || vitest.config.shard !== undefined) await loading
    if (vitest.config.mergeReports) return
    // Nobody should take the document of an earlier run for the one of a run that broke off.
    try {
      dropRun(settings.outputDir)
    } catch (error) {
      const where = relative(settings.root, settings.outputDir)
      state.problems.push({
        message: `Failed to use the folder ${where}: ${describeThrown(error)}. Name another one by the option \`outputDir\`.`,
      })
    }
    state.isRefused = ['whole', 'shard'].includes(this.scope) && state.problems.length > 0
    if (this.scope === 'watch') dropJournal(settings.outputDir, settings.runId)
    if (this.hasGates || settings.probes > 0) {
      const { planRun } = await import('./plan-run.ts')
      await planRun(vitest, specifications, this.scope, settings)
    }
  }

  private async loadEnd(): Promise<void> {
    const { endRun, explainErrors, removeSliceOf } = await import('./end-run.ts')
    this.end = { endRun, explainErrors, removeSliceOf }
    // For the printer.
    await import('../report/render-terminal.ts')
  }

  /** Why a baseline, or a suite, would be passed over. */
  private async findUnused(vitest: Vitest): Promise<string | undefined> {
    const { root } = this.settings
    const claims = [...this.state.projects.values()]
    const projects = projectsWithoutPlugin(vitest)
    const specifications = projects.length === 0 ? [] : await vitest.globTestSpecifications()
    const used = new Set([
      ...specifications.map(({ moduleId }) => readModuleFile(moduleId)),
      ...[vitest, ...vitest.projects].map(({ vite }) => vite.config.configFile ?? ''),
    ])
    return findProjectWithoutPlugin(claims, projects, used, root) ?? unusedBaseline(claims, root)
  }

  /** Vitest takes `@vitest-environment x` anywhere in a file for a comment of its own, and then cannot start. */
  private warnOfComment(file: string): void {
    if (!existsSync(file)) return
    const bytes = readFileSync(file)
    if (!['@vitest-environment', '@jest-environment'].some((comment) => bytes.includes(comment))) return
    const line =
      bytes
        .toString('utf8')
        .split('\n')
        .findIndex((text) => ENVIRONMENT_COMMENT.test(text)) + 1
    if (line === 0) return
    const name = relative(this.settings.root, file)
    this.vitest?.logger.error(
      `tracewright: Failed to read ${name}:${line}: Vitest takes "@vitest-environment" in it for a comment. Write the @ as \\u0040.`,
    )
  }

  async onTestModuleQueued(module: TestModule): Promise<void> {
    this.onTestModuleCollected(module)
    if (isSuiteId(module.moduleId)) await this.loadEnd()
  }

  onTestModuleCollected(module: TestModule): void {
    if (isSuiteId(module.moduleId)) this.end?.removeSliceOf(module)
  }

  onTestModuleEnd(module: TestModule): void {
    if (isSuiteId(module.moduleId)) this.end?.explainErrors(module)
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    maskErrors(unhandled)
    const suites = modules.filter(({ moduleId }) => isSuiteId(moduleId))
    try {
      const filterErrors = this.findFilterErrors(modules)
      const { vitest, end, scope, state, settings } = this
      if (vitest === undefined || end === undefined || suites.length === 0) {
        this.endWithoutSuite(filterErrors, modules.length > 0)
        return
      }
      Object.assign(
        this,
        end.endRun(vitest, { scope, state, settings }, { suites, unhandled, reason, filterErrors }),
      )
      if (this.run !== undefined && scope !== 'watch') holdExitCode(EXIT_CODES[this.run.verdict])
    } catch (error) {
      // The document could not be written: so nothing contradicts the exit code.
      this.run = undefined
      this.error = describeThrown(error)
      if (this.scope !== 'watch') holdExitCode(2)
    }
  }

  private get hasGates(): boolean {
    return readGates(this.state).size > 0
  }

  /** Whether the run is held to something: a baseline, or a mode that needs cases. */
  private get isHeld(): boolean {
    const { state, settings } = this
    return state.problems.length > 0 || this.hasGates || settings.mode !== 'score'
  }

  /** A typo in `-t` skips every test, and Vitest exits with 0. */
  private findFilterErrors(modules: readonly TestModule[]): string[] {
    const { vitest, scope, isHeld } = this
    if (vitest === undefined || scope !== 'filtered' || !isHeld || !takesNone(vitest, modules)) return []
    const pattern = JSON.stringify(vitest.config.testNamePattern?.source)
    return [`Failed to run: no test matches -t ${pattern}. Correct it, or leave it out to run every case.`]
  }

  /** Tests of other kinds alone: fine, unless something says that there is a suite to be held to. */
  private endWithoutSuite([filterError]: readonly string[], hasTests: boolean): void {
    const { scope, state, settings, isHeld, vitest } = this
    const { mode } = settings
    // A command that reads it would take it for the document of this run.
    if (scope === 'whole' && vitest !== undefined && !hasFilter(vitest)) dropRun(settings.outputDir)
    // A shard may have no task of a suite.
    if (this.started.length > 0 && scope !== 'watch' && vitest?.config.shard === undefined) {
      this.error = `Failed to run ${this.started.join(', ')}: Vitest did not load it. Repair what the errors above name.`
      holdExitCode(2)
      return
    }
    if (!isHeld) {
      if (scope === 'whole' && !hasTests) this.note = NO_SUITE
      return
    }
    if (scope !== 'whole' && filterError === undefined) {
      if (scope !== 'watch') this.note = explainNotGated({ mode, scope }, true)
      return
    }
    this.error =
      filterError ??
      state.problems[0]?.message ??
      `Failed to run: no suite matches ${joinGlobs(state).replaceAll('.suite.jsonl', '.suite.{ts,jsonl}')}, and ${this.hasGates ? 'there is a baseline' : `the mode is "${mode}"`}. Correct the option \`include\`, or delete the baseline of a suite that is gone.`
    holdExitCode(2)
  }
}
