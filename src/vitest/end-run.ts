import { relative } from 'node:path'
import {
  experimental_getRunnerTask as runnerTaskOf,
  type TestModule,
  type TestRunEndReason,
  type Vitest,
} from 'vitest/node'
import { runGates } from '../run/gates.ts'
import { gatesWithoutBaseline } from '../run/gates-without-baseline.ts'
import { dropJournal } from '../run/journal/files.ts'
import {
  type JournalEntry,
  readJournal,
  readJournaledTraces,
  readSideEntries,
  type SideEntries,
} from '../run/journal/journal.ts'
import { addLateWarnings } from '../run/late.ts'
import { buildRun, sortCases } from '../run/model.ts'
import { buildTracesFileName, writeRun } from '../run/run-file.ts'
import { dropPlan } from '../run/run-plan.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import { explainNotGated, type RunScope } from '../run/verdict.ts'
import type { Case, Run } from '../schema/run.ts'
import { formatCount } from '../shared/english.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { createActiveRedactor } from '../shared/redact/active.ts'
import { maskTexts } from '../shared/redact/texts-masked.ts'
import { findMissingTasks, findStrayLiveTools, withReruns } from './cases.ts'
import { failNamedCases, failWatchedCases } from './gate-in-tree.ts'
import { describeUnfinishedCases, gatherCases, listMissed } from './gather-cases.ts'
import { maskErrors } from './mask-errors.ts'
import { dropOwnFrames, dropPoolErrors, explainEmptySuite } from './own-frames.ts'
import { joinGlobs, type RunState, readGates } from './run-state.ts'
import {
  attach,
  collectAttached,
  collectAttachedTraces,
  listMixedRunErrors,
  noteMerged,
  stampShard,
} from './shard-stamp.ts'
import { removeSlice } from './suite-id.ts'

export function removeSliceOf(module: TestModule): void {
  const task = runnerTaskOf(module)
  task.name = removeSlice(task.name)
}

/** Has the errors of a suite's module say what its author can act on. */
export function explainErrors(module: TestModule): void {
  const { errors = [] } = runnerTaskOf(module).result ?? {}
  maskErrors(errors)
  dropOwnFrames(errors)
  explainEmptySuite(errors)
}

interface RunFacts {
  scope: RunScope
  state: RunState
  settings: RuntimeSettings
}

/** What Vitest says of a run that has ended. */
interface RunEnd {
  suites: readonly TestModule[]
  unhandled: readonly unknown[]
  reason: TestRunEndReason
  /** Why the filter of the command line takes no case. */
  filterErrors: readonly string[]
}

interface EndedRun {
  run: Run
  notes: Readonly<Record<string, string>>
  /** Cases that a gate or a mode fails in watch mode. */
  broken: ReadonlySet<Case> | undefined
}

/** Gathers the cases of a run with suites, asks its gates, and writes its document. */
export function endRun(
  vitest: Vitest,
  facts: RunFacts,
  { suites, unhandled, reason, filterErrors }: RunEnd,
): EndedRun {
  const { scope, state, settings } = facts
  const { outputDir, runId, root } = settings
  const { beside, journal, traces, isMerged } = readJournalOf(suites, vitest, settings)
  if (beside.blocked.length > 0) dropPoolErrors(unhandled)
  const gathered = gatherCases(suites, journal, { root, isRefused: state.isRefused })
  if (vitest.config.shard !== undefined) {
    const { blocked: _, ...attempts } = beside
    attach(suites, { ...attempts, traces: [...traces()] }, root)
    stampShard(suites, settings, (project) => state.projects.get(project)?.gate?.file)
  }
  const missed = listMissed(gathered.cases)
  const errors = [
    ...gathered.errors,
    ...filterErrors,
    ...(isMerged ? listMixedRunErrors(suites, settings) : []),
    ...(state.isRefused || isMerged ? state.problems.map(({ message }) => message) : []),
  ]
  if (reason === 'interrupted') errors.push('the run was interrupted before all cases were done')
  else if (scope === 'whole' && errors.length === 0)
    errors.push(...findMissingTasks(suites, gathered.cases, root), ...findStrayLiveTools(suites, state))
  errors.push(...describeUnfinishedCases(gathered.cases), ...missed)
  const run = buildDocument(facts, {
    cases: addLateWarnings(withReruns(sortCases(gathered.cases), beside.reruns), beside.late),
    errors,
    probed: vitest.config.shard === undefined ? beside.probed : [],
    shardOf: isMerged ? gathered.shardOf : undefined,
    failed: reason === 'failed' || (unhandled.length > 0 && !vitest.config.dangerouslyIgnoreUnhandledErrors),
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
  const broken =
    scope === 'watch' && settings.mode !== 'strict'
      ? failWatchedCases(suites, run.cases, readGates(state), root)
      : undefined
  return { run, notes: gathered.notes, broken }
}

/** What workers wrote during the run: in the journal or, where shards are merged, in their blobs. */
function readJournalOf(
  suites: readonly TestModule[],
  { config }: Vitest,
  { outputDir, runId }: RuntimeSettings,
) {
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
function buildDocument(
  { scope, state, settings }: RunFacts,
  {
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
  },
): Run {
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
    baselines: Object.fromEntries(projectStates.map(({ project, file }) => [project, relative(root, file)])),
    simulators: [...new Set(projectStates.flatMap(({ simulators }) => simulators))].map((file) =>
      relative(root, file),
    ),
    commit: settings.commit,
    ...(state.resumed ? { resumed: true as const } : {}),
  })
}
/** Globs of the suites of each project; undefined where all projects have the same. */
function projectGlobs({ projects }: RunState): Record<string, string> | undefined {
  const globs = [...projects].map(([project, { include }]) => [project, include.join(' ')] as const)
  return new Set(globs.map(([, of]) => of)).size < 2 ? undefined : Object.fromEntries(globs)
}
