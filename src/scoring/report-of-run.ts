import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CaseDetail, type ReportSuite, reportDataOf } from '../report/report-data.ts'
import type { ReportData, ReportGate } from '../schema/report.ts'
import type { Case, Gate, Run } from '../schema/run.ts'
import type { TaskScore } from '../schema/score.ts'
import type { Task } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import { TracewrightError } from '../shared/errors.ts'
import { registry } from '../simulators/registry.ts'
import { loadTraces } from '../trace/load.ts'
import { scoreTrace } from './score.ts'

/** Reads a suite: its tasks with the lines that they stand on. */
export type ReadSuite = (file: string) => readonly { line: number; task: Task }[]

/** Where the files of a run are. */
export interface RunPlaces {
  /** Folder that suite names are relative to: the root of Vitest. */
  root: string
  /** Folder of the run's document and traces. */
  dir: string
  title: string
}

const nameOf = (
  suite: string | undefined,
  taskId: string,
  agent: string | undefined,
  attempt: number,
): string => JSON.stringify([suite ?? '', taskId, agent ?? '', attempt])

/** The attempt that stands for a case: the first that was scored. */
const attemptOf = ({ attempts = [] }: Case): number =>
  attempts.find(({ score }) => score !== undefined)?.attempt ?? attempts[0]?.attempt ?? 0

function tracesOf({ traces }: Run, dir: string): Map<string, Trace> {
  const found = new Map<string, Trace>()
  for (const file of traces) {
    const path = join(dir, file)
    if (!existsSync(path)) {
      throw new TracewrightError(
        `Failed to report the run: its traces ${path} are gone. Run the suite again, and report before the next run.`,
      )
    }
    for (const { trace } of loadTraces(path)) {
      const name = nameOf(trace.suite, trace.task_id, trace.agent, trace.attempt)
      if (!found.has(name)) found.set(name, trace)
    }
  }
  return found
}

/** The verdict that the run was given, with the steps that it did not keep. */
function detailedScore(item: Case, task: Task, trace: Trace): TaskScore {
  const { steps, ...again } = scoreTrace(task, trace, registry)
  return { ...again, ...item.score, steps }
}

/** What the gates of a run say, in short. Undefined where there is none, or none has a verdict. */
function gateOf(gates: readonly Gate[] = []): ReportGate | undefined {
  const said = gates.filter(({ verdict }) => verdict !== 'error' && verdict !== 'ungated')
  const [first] = said
  if (first === undefined) return undefined
  const worst = (['regressed', 'inconclusive', 'ok'] as const).find((verdict) =>
    said.some((gate) => gate.verdict === verdict),
  )
  const drops = said.flatMap(({ smallest_drop }) => (smallest_drop === null ? [] : [smallest_drop]))
  return {
    verdict: worst ?? 'ok',
    smallest_drop: drops.length < said.length ? null : Math.max(...drops),
    suspects: said.flatMap(({ strata }) =>
      strata.map(
        ({ stratum, regressed }) =>
          `${stratum === 'overall' ? 'all tasks' : stratum}, ${regressed ? 'confirmed' : 'not confirmed'}`,
      ),
    ),
    tasks: said.flatMap(({ tasks, flips = [] }) => [
      ...tasks.filter(({ regressed }) => regressed).map(({ task_id }) => task_id),
      ...flips.filter(({ real }) => real).map(({ task_id }) => task_id),
    ]),
  }
}

/**
 * The data of the page on a run. Stored traces are judged again for the steps, which a run's document does not keep.
 *
 * @throws TracewrightError where the suites or the traces of the run are gone or changed
 */
export function reportOfRun(run: Run, readSuite: ReadSuite, { root, dir, title }: RunPlaces): ReportData {
  const files = [...new Set(run.cases.map(({ suite }) => suite))]
  const suites = files.map((file): ReportSuite => ({ file, tasks: readSuite(resolve(root, file)) }))
  const taskAt = new Map(
    suites.flatMap(({ file, tasks }) => tasks.map(({ line, task }) => [`${file}:${line}`, task])),
  )
  const traces = tracesOf(run, dir)
  const broken = new Set(gateOf(run.gates)?.tasks)
  const added = new Set(run.gates?.flatMap((gate) => gate.added))
  const detailOf = (item: Case): CaseDetail => {
    const task = taskAt.get(`${item.suite}:${item.line}`)
    const trace = traces.get(nameOf(item.suite, item.task_id, item.agent, attemptOf(item)))
    if (task === undefined || trace === undefined) return {}
    const tested = run.gates?.flatMap((gate) => gate.tasks).find(({ key }) => key === item.key)?.ledger
    const change = broken.has(item.task_id)
      ? ('broken' as const)
      : added.has(item.task_id)
        ? ('new' as const)
        : undefined
    return {
      trace,
      ...(item.score === undefined ? {} : { score: detailedScore(item, task, trace) }),
      ...(tested === undefined && change === undefined
        ? {}
        : {
            ledger: {
              ...(tested ?? { successes: 0, attempts: 0 }),
              ...(change === undefined ? {} : { change }),
            },
          }),
    }
  }
  const gate = gateOf(run.gates)
  const notShown =
    run.cases.length - run.cases.filter((item) => taskAt.has(`${item.suite}:${item.line}`)).length
  if (notShown > 0) {
    throw new TracewrightError(
      `Failed to report the run: ${notShown} of its cases stand in no suite any more. Report a run before its suites change.`,
    )
  }
  return reportDataOf({ title, suites, run, detailOf, ...(gate === undefined ? {} : { gate }) })
}
