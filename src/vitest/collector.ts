import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  type Reporter,
  experimental_getRunnerTask as runnerTaskOf,
  type TestModule,
  type TestRunEndReason,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { runGates } from '../run/gates.ts'
import { dropJournal, listNewJournaledRuns } from '../run/journal/files.ts'
import {
  type JournalEntry,
  readJournal,
  readJournaledTraces,
  readSideEntries,
  type SideEntries,
} from '../run/journal/journal.ts'
import { addLateWarnings } from '../run/late.ts'
import { buildRun, sortCases } from '../run/model.ts'
import { buildTracesFileName, dropRun, writeRun } from '../run/run-file.ts'
import { dropPlan } from '../run/run-plan.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import { findProjectWithoutPlugin, gatesWithoutBaseline, unusedBaseline } from '../run/unused-baselines.ts'
import { EXIT_CODES, explainNotGated, type RunScope } from '../run/verdict.ts'
import type { Case, Run } from '../schema/run.ts'
import { formatCount } from '../shared/english.ts'
import { describeThrown } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { createActiveRedactor } from '../shared/redact/active.ts'
import { maskTexts } from '../shared/redact/texts-masked.ts'
import { findMissingTasks, findStrayLiveTools, withReruns } from './cases.ts'
import { holdExitCode } from './exit-code.ts'
import { failNamedCases, failWatchedCases } from './gate-in-tree.ts'
import { describeUnfinishedCases, gatherCases, listMissed } from './gather-cases.ts'
import { maskErrors } from './mask-errors.ts'
import { dropOwnFrames, dropPoolErrors, explainEmptySuite } from './own-frames.ts'
import { planRun } from './plan-run.ts'
import { projectsWithoutPlugin } from './root-plugin.ts'
import { type RunState, readGates } from './run-state.ts'
import { decideScope, hasFilter, takesNone } from './scope.ts'
import {
  attach,
  collectAttached,
  collectAttachedTraces,
  listMixedRunErrors,
  noteMerged,
  stampShard,
} from './shard-stamp.ts'
import { isSuiteId, readModuleFile, removeSlice } from './suite-id.ts'

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
  readonly notes: Record<string, string> = {}
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
    if (suites.length === 0 || vitest.config.mergeReports) return
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
    if (this.hasGates || settings.probes > 0) await planRun(vitest, specifications, this.scope, settings)
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

  onTestModuleQueued = nameWithoutSlice
  onTestModuleCollected = nameWithoutSlice

  onTestModuleEnd(module: TestModule): void {
    if (!isSuiteId(module.moduleId)) return
    const { errors = [] } = runnerTaskOf(module).result ?? {}
    maskErrors(errors)
    dropOwnFrames(errors)
    explainEmptySuite(errors)
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    maskErrors(unhandled)
    const suites = modules.filter(({ moduleId }) => isSuiteId(moduleId))
    try {
      const filterError = this.filterError(modules)
      if (suites.length === 0) this.endWithoutSuite(filterError, modules.length > 0)
      else this.end(suites, unhandled, reason, filterError)
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
  private filterError(modules: readonly TestModule[]): string[] {
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

  private end(
    suites: readonly TestModule[],
    unhandled: readonly unknown[],
    reason: TestRunEndReason,
    filterError: readonly string[],
  ): void {
    const { vitest, scope, state, settings } = this
    if (vitest === undefined) return
    const { outputDir, runId, root } = settings
    const { beside, journal, traces, isMerged } = this.readJournalOf(suites, vitest)
    if (beside.blocked.length > 0) dropPoolErrors(unhandled)
    const gathered = gatherCases(suites, journal, { root, isRefused: state.isRefused })
    Object.assign(this.notes, gathered.notes)
    if (vitest.config.shard !== undefined) {
      const { blocked: _, ...attempts } = beside
      attach(suites, { ...attempts, traces: [...traces()] }, root)
      stampShard(suites, settings, (project) => state.projects.get(project)?.gate?.file)
    }
    const missed = listMissed(gathered.cases)
    const errors = [
      ...gathered.errors,
      ...filterError,
      ...(isMerged ? listMixedRunErrors(suites, settings) : []),
      ...(state.isRefused || isMerged ? state.problems.map(({ message }) => message) : []),
    ]
    if (reason === 'interrupted') errors.push('the run was interrupted before all cases were done')
    else if (scope === 'whole' && errors.length === 0)
      errors.push(...findMissingTasks(suites, gathered.cases, root), ...findStrayLiveTools(suites, state))
    errors.push(...describeUnfinishedCases(gathered.cases), ...missed)
    const run = this.buildDocument({
      cases: addLateWarnings(withReruns(sortCases(gathered.cases), beside.reruns), beside.late),
      errors,
      probed: vitest.config.shard === undefined ? beside.probed : [],
      shardOf: isMerged ? gathered.shardOf : undefined,
      failed:
        reason === 'failed' || (unhandled.length > 0 && !vitest.config.dangerouslyIgnoreUnhandledErrors),
    })
    writeRun(outputDir, run, traces())
    if (isMerged && run.complete) noteMerged(suites, outputDir)
    // The journal of a run that is not whole stays for a resumed run, unless all that failed are recordings that do not
    // fit: these are made anew.
    if (errors.length === missed.length) dropJournal(outputDir, runId)
    dropPlan(outputDir, runId)
    const failed = failNamedCases(suites, run, root)
    if (failed > 0)
      vitest.logger.error(
        ` tracewright  the gate fails ${formatCount(failed, 'case')} that Vitest marked ✓ above: a ✓ only means that the case ran\n`,
      )
    this.broken =
      scope === 'watch' && settings.mode !== 'strict'
        ? failWatchedCases(suites, run.cases, readGates(state), root)
        : undefined
    this.run = run
    if (scope !== 'watch') holdExitCode(EXIT_CODES[run.verdict])
  }

  /** What workers wrote during the run: in the journal or, where shards are merged, in their blobs. */
  private readJournalOf(suites: readonly TestModule[], { config }: Vitest) {
    const { outputDir, runId } = this.settings
    const isMerged = Boolean(config.mergeReports)
    const beside: SideEntries = isMerged
      ? { ...collectAttached(suites), blocked: [] }
      : readSideEntries(outputDir, runId)
    let entries: readonly JournalEntry[] | undefined
    return {
      beside,
      isMerged,
      journal: {
        entries: () => (entries ??= isMerged ? [] : readJournal(outputDir, runId)),
        blocked: beside.blocked,
      },
      traces: (): Iterable<string> =>
        isMerged ? collectAttachedTraces(suites) : readJournaledTraces(outputDir, runId, beside.late),
    }
  }

  /** The document of the run, with its gates where it is whole and without errors. */
  private buildDocument({
    cases,
    errors,
    probed,
    failed,
    shardOf,
  }: {
    cases: Case[]
    errors: readonly string[]
    probed: SideEntries['probed']
    failed: boolean
    shardOf: ((item: Case) => number | undefined) | undefined
  }): Run {
    const { scope, state, settings } = this
    const { mode, root, runId } = settings
    const projectStates = [...state.projects.values()]
    const judged =
      scope === 'whole' && errors.length === 0
        ? [
            ...runGates(readGates(state), cases, settings, shardOf),
            ...gatesWithoutBaseline(projectStates, cases, root),
          ]
        : []
    const gates = judged.length > 0 ? judged : undefined
    const projects = [...new Set(cases.map(({ project = '' }) => project))]
    return buildRun({
      id: runId,
      mode,
      scope,
      suites: joinGlobs(state),
      projectSuites: projectGlobs(state),
      cases,
      traces: [buildTracesFileName(runId)],
      // What workers wrote is masked already; errors of hooks and modules come as they were thrown.
      errors: maskTexts([...new Set(errors)], createActiveRedactor()),
      ...dropUndefinedFields({ gates }),
      failed,
      notGated:
        errors.length > 0
          ? undefined
          : explainNotGated(
              { mode, scope, ...dropUndefinedFields({ gates }) },
              projectStates.some(({ hasBaseline }) => hasBaseline),
              projects,
            ),
      probed,
      deterministic: projectStates.flatMap(({ project, deterministic }) => (deterministic ? [project] : [])),
      groups: Object.fromEntries(
        projectStates.flatMap(({ project, group }) => (group === undefined ? [] : [[project, group]])),
      ),
      baselines: Object.fromEntries(
        projectStates.map(({ project, file }) => [project, relative(root, file)]),
      ),
      simulators: [...new Set(projectStates.flatMap(({ simulators }) => simulators))].map((file) =>
        relative(root, file),
      ),
      commit: settings.commit,
      ...(state.resumed ? { resumed: true as const } : {}),
    })
  }
}

/** Globs of the suites of all projects. */
const joinGlobs = ({ projects }: RunState): string =>
  [...new Set([...projects.values()].flatMap(({ include }) => include))].join(' ')

/** Globs of the suites of each project; undefined where all projects have the same. */
function projectGlobs({ projects }: RunState): Record<string, string> | undefined {
  const globs = [...projects].map(([project, { include }]) => [project, include.join(' ')] as const)
  return new Set(globs.map(([, of]) => of)).size < 2 ? undefined : Object.fromEntries(globs)
}

function nameWithoutSlice(module: TestModule): void {
  if (!isSuiteId(module.moduleId)) return
  const task = runnerTaskOf(module)
  task.name = removeSlice(task.name)
}
