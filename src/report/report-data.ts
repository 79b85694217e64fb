import type { LedgerEntry, Plan, ReportData, ReportGate, ReportResult, ReportTask } from '../schema/report.ts'
import type { Case, Run } from '../schema/run.ts'
import type { TaskScore } from '../schema/score.ts'
import type { Task } from '../schema/task.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { TracewrightError } from '../shared/errors.ts'
import { type AgentWords, agentsOf, groupsOf, nameOf } from './agent-figures.ts'
import { clip } from './clip.ts'
import { flowsOf, planOf } from './plan.ts'

/** A suite: its file as it is shown, and its tasks with the lines that they stand on. */
export interface ReportSuite {
  file: string
  tasks: readonly { line: number; task: Task }[]
}

/** What is known of a case beyond the run document. */
export interface CaseDetail {
  /** The score with its steps. */
  score?: TaskScore
  trace?: Trace
  ledger?: LedgerEntry
}

/** What a report is made of. */
export interface ReportParts extends AgentWords {
  title: string
  suites: readonly ReportSuite[]
  /** Left out for suites that have not been run. */
  run?: Run
  detailOf?: (item: Case) => CaseDetail
  gate?: ReportGate
  /** Characters of a text that are kept; default 4,000. */
  maxText?: number
}

/** The plan that a score speaks of: the one with the same steps. */
function planIndex(plans: readonly Plan[], score: TaskScore | undefined): number {
  const steps = (items: readonly { step_id: string; tool_name: string }[]): string =>
    items.map(({ step_id, tool_name }) => `${step_id} ${tool_name}`).join('\n')
  const found = plans.findIndex((plan) => score !== undefined && steps(plan.steps) === steps(score.steps))
  return Math.max(0, found)
}

const clipCall = (call: Call, most: number): Call => ({
  ...call,
  arguments: clip(call.arguments, most) as Call['arguments'],
  ...(call.result === undefined ? {} : { result: clip(call.result, most) }),
})

function clipScore(score: TaskScore, most: number): TaskScore {
  const steps = score.steps.map((step) => ({
    ...step,
    leaves: step.leaves.map((leaf) => ({
      ...leaf,
      expected: clip(leaf.expected, most),
      ...(leaf.actual === undefined ? {} : { actual: clip(leaf.actual, most) }),
    })),
  }))
  return { ...score, steps }
}

function resultOf(item: Case, plans: readonly Plan[], detail: CaseDetail, most: number): ReportResult {
  const { trace, ledger } = detail
  const score = detail.score ?? (item.score === undefined ? undefined : { ...item.score, steps: [] })
  const plan = planIndex(plans, score)
  return {
    agent: nameOf(item),
    outcome: item.outcome,
    ...(item.note === undefined ? {} : { note: item.note }),
    plan,
    ...(score === undefined ? {} : { score: clipScore(score, most) }),
    calls: (trace?.calls ?? []).map((call) => clipCall(call, most)),
    traced: trace !== undefined,
    flows: score === undefined || score.steps.length === 0 ? [] : flowsOf(plans[plan]!, score.steps),
    final_answer: trace?.final_answer == null ? null : (clip(trace.final_answer, most) as string),
    ...(trace?.failure === undefined ? {} : { failure: trace.failure }),
    ...(item.duration_ms === undefined ? {} : { duration_ms: item.duration_ms }),
    ...(ledger === undefined ? {} : { ledger }),
  }
}

/** The id, or with a number behind it where another suite has a task of that id. */
function freeKey(id: string, taken: ReadonlySet<string>): string {
  let key = id
  for (let twin = 2; taken.has(key); twin++) key = `${id}~${twin}`
  return key
}

const place = (suite: string, line: number): string => `${suite}:${line}`

/** Cases by the place of their task. Throws where a case has no task among the suites, or comes twice. */
function casesByPlace({ suites, run }: ReportParts): Map<string, Case[]> {
  const tasks = new Map(
    suites.flatMap(({ file, tasks }) => tasks.map(({ line, task }) => [place(file, line), task])),
  )
  const cases = new Map<string, Case[]>()
  for (const item of run?.cases ?? []) {
    const at = place(item.suite, item.line)
    const own = cases.get(at) ?? []
    if (tasks.get(at)?.task_id !== item.task_id) {
      throw new TracewrightError(
        `Failed to report: ${at} holds no task "${item.task_id}". Name the suites that the run was made with, unchanged.`,
      )
    }
    if (own.some((other) => nameOf(other) === nameOf(item))) {
      throw new TracewrightError(
        `Failed to report: the run has two cases of ${at} by "${nameOf(item)}". Report one run at a time.`,
      )
    }
    cases.set(at, [...own, item])
  }
  return cases
}

/**
 * The data of a page: tasks in the order of the suites, each with what the agents did. Without a run, the suites as
 * they stand. Throws for no tasks, and where the run is not of these suites.
 */
export function reportDataOf(parts: ReportParts): ReportData {
  const { title, suites, run, detailOf = () => ({}), gate, maxText = 4000 } = parts
  const byPlace = casesByPlace(parts)
  const stepCounts = new Map<string, number>()
  const keys = new Set<string>()
  const tasks = suites.flatMap(({ file, tasks }) =>
    tasks.map(({ line, task }): ReportTask => {
      const plans = [task.expected_trace, ...(task.alternatives ?? [])].map(planOf)
      const key = freeKey(task.task_id, keys)
      keys.add(key)
      stepCounts.set(place(file, line), task.expected_trace.steps.length)
      const results = (byPlace.get(place(file, line)) ?? []).map((item) =>
        resultOf(item, plans, detailOf(item), maxText),
      )
      return {
        key,
        task_id: task.task_id,
        suite: file,
        line,
        level: task.level,
        ...(task.pattern === undefined ? {} : { pattern: task.pattern }),
        ...(task.category === undefined ? {} : { category: task.category }),
        prompt: task.prompt,
        tools: task.available_tools,
        plans,
        ...(task.expected_final_answer === undefined ? {} : { expected_answer: task.expected_final_answer }),
        results,
      }
    }),
  )
  if (tasks.length === 0) {
    throw new TracewrightError('Failed to report: there are no tasks. Name a suite that holds some.')
  }
  const agents = agentsOf(
    run?.cases ?? [],
    (item) => stepCounts.get(place(item.suite, item.line)) ?? 1,
    parts,
  )
  return {
    format: 'tracewright/report@1',
    title,
    ...(run === undefined
      ? {}
      : {
          run: {
            id: run.id,
            mode: run.mode,
            verdict: run.verdict,
            complete: run.complete,
            errors: run.errors,
          },
        }),
    ...(gate === undefined ? {} : { gate }),
    suites: suites.map(({ file, tasks }) => ({ file, tasks: tasks.length })),
    agents,
    groups: groupsOf(agents),
    tasks,
  }
}
