import { resolve } from 'node:path'
import { formatAgentName } from '../../metrics/contestants.ts'
import type { Gate } from '../../schema/gate.ts'
import type { BaselineEntry, PublishedBoard, ReportData } from '../../schema/report.ts'
import type { Case } from '../../schema/run.ts'
import type { Task } from '../../schema/task.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import type { Registry } from '../../tools/registry.ts'
import {
  buildAttemptName,
  listStoredTasks,
  parseExpected,
  readTraces,
  type StoredRun,
} from '../stored-run.ts'
import type { PrintReference } from './plan.ts'
import { buildReportData, type ReportSuite } from './report-data.ts'
import type { KnownAttempt } from './report-result.ts'

export type ReadSuite = (file: string) => readonly { line: number; task: Task }[]

export interface ReportOptions {
  /** Folder that suite names are relative to: the root of Vitest. */
  root: string
  title: string
  registry: Registry
  printReference: PrintReference
  /** The published leaderboard, to show beside the agents. */
  published?: PublishedBoard | undefined
}

/** Traces of attempts with their steps, which the document of a run does not keep: they are judged again. */
function createDetailReader(stored: StoredRun, taskOf: (item: Case) => Task | undefined, registry: Registry) {
  const traces = readTraces(stored)
  return (item: Case, attempt: number): KnownAttempt => {
    const trace = traces.get(buildAttemptName(item, attempt))
    const stored = parseExpected(trace?.expected)
    const task = stored ?? taskOf(item)
    if (task === undefined || trace === undefined) return {}
    return {
      trace,
      ...dropUndefinedFields({ task: stored }),
      steps: scoreTrace(task, trace, registry).steps,
    }
  }
}

/** What the baseline holds of a case, and how that changed. Undefined where its agent has no gate. */
function indexBaselineEntries(gates: readonly Gate[]): (item: Case) => BaselineEntry | undefined {
  const byAgent = new Map(
    gates.map((gate) => {
      const known = new Map(gate.changes?.tasks.map((task) => [task.key, task]))
      const added = new Map([
        ...gate.added.map((id) => [id, 'new'] as const),
        ...gate.edited.map((id) => [id, 'edited'] as const),
      ])
      return [formatAgentName(gate), { known, added }]
    }),
  )
  return (item) => {
    const gate = byAgent.get(formatAgentName(item))
    if (gate === undefined) return undefined
    const task = gate.known.get(item.key ?? '')
    if (task === undefined) {
      const change = gate.added.get(item.task_id)
      return change === undefined ? undefined : { successes: 0, attempts: 0, change }
    }
    const { baseline, change, worlds } = task
    return { ...baseline, ...dropUndefinedFields({ change, worlds }) }
  }
}

/**
 * The data of the page on runs on the same suites, each by agents of its own.
 *
 * @throws TracewrightError where the suites or the traces of a run are gone or changed
 */
export function reportOfRuns(
  stored: readonly StoredRun[],
  readSuite: ReadSuite,
  { root, title, registry, printReference, published }: ReportOptions,
): ReportData {
  const cases = stored.flatMap(({ run }) => run.cases)
  const files = [...new Set(cases.map(({ suite }) => suite))]
  const suites = files.map(
    (file): ReportSuite => ({
      file,
      tasks: isCodeSuiteName(file) ? listStoredTasks(stored, file) : readSuite(resolve(root, file)),
    }),
  )
  const taskAt = new Map(
    suites.flatMap(({ file, tasks }) =>
      tasks.map(({ line, task }) => [JSON.stringify([file, line, task.task_id]), task]),
    ),
  )
  const findTask = ({ suite, line, task_id }: Case): Task | undefined =>
    taskAt.get(JSON.stringify([suite, line, task_id]))
  const notShown = cases.filter((item) => findTask(item) === undefined).length
  if (notShown > 0) {
    throw new TracewrightError(
      `Failed to report the run: ${notShown} of its cases are missing in the suites. Report a run before its suites change.`,
    )
  }
  const gates = stored.flatMap(({ run }) => run.gates ?? []).filter(({ verdict }) => verdict !== 'error')
  const details = new Map(
    stored.flatMap((one) => {
      const detail = createDetailReader(one, findTask, registry)
      return one.run.cases.map((item) => [item, detail] as const)
    }),
  )
  return buildReportData({
    title,
    suites,
    runs: stored.map(({ run }) => run),
    gates,
    detailOf: (item, attempt) => details.get(item)?.(item, attempt) ?? {},
    baselineOf: indexBaselineEntries(gates),
    printReference,
    published,
  })
}
