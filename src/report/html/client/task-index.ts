import type { ReportAttempt, ReportData, ReportResult, ReportTask } from '../../../schema/report.ts'
import { readStanding } from '../../standing.ts'
import type { Params } from './route.ts'

export type Status = 'solved' | 'mentioned' | 'failed' | 'skipped' | 'errored' | 'not-run'

/** A task with what the list and the filters ask of it, for one agent. */
export interface IndexedTask {
  task: ReportTask
  result: ReportResult | undefined
  /** The attempt that stands for the task. */
  attempt: ReportAttempt | undefined
  status: Status
  cause: string | undefined
  steps: number
  /** Lower-case text that a search looks through. */
  text: string
}

/** What a verdict comes to; in free text the calls are right and the values mentioned, which is not solved. */
export const classifyScore = ({
  solved,
  free_text,
}: Pick<NonNullable<ReportAttempt['score']>, 'solved' | 'free_text'>): 'solved' | 'mentioned' | 'failed' =>
  solved ? (free_text ? 'mentioned' : 'solved') : 'failed'

export function readStatus(result: ReportResult | undefined): Status {
  if (result === undefined) return 'not-run'
  const score = readStanding(result)?.score
  if (result.outcome !== 'scored' || score === undefined) {
    return result.outcome === 'errored' ? 'errored' : 'skipped'
  }
  return classifyScore(score)
}

const joinSearchText = (
  { task_id, pattern, category, prompt, tools, suite }: ReportTask,
  attempt: ReportAttempt | undefined,
): string =>
  [task_id, pattern, category, suite, prompt, tools.join(' '), attempt?.score?.cause, attempt?.score?.reason]
    .join('\n')
    .toLowerCase()

/** Every task of a report as seen by one agent; no agent for a suite that has not been run. */
export const indexTasks = (data: ReportData, agent: string | undefined): IndexedTask[] =>
  data.tasks.map((task) => {
    const result = task.results.find((item) => item.agent === agent)
    const attempt = result && readStanding(result)
    return {
      task,
      result,
      attempt,
      status: readStatus(result),
      cause: attempt?.score?.solved === false ? attempt.score.cause : undefined,
      steps: task.plans[0]?.steps.length ?? 0,
      text: joinSearchText(task, attempt),
    }
  })

/** Tools that the plans of a task need, each once. */
export const listToolNames = ({ plans }: ReportTask): string[] => [
  ...new Set(plans.flatMap(({ steps }) => steps.map(({ tool_name }) => tool_name))),
]

export function isUnsteady({ result }: IndexedTask): boolean {
  const solved = result?.attempts.flatMap(({ score }) => (score === undefined ? [] : [score.solved])) ?? []
  return solved.includes(true) && solved.includes(false)
}

/** Whether an entry has a status of the filter: one of its own, or `unsteady`. */
const hasStatus = (entry: IndexedTask, wanted: string): boolean =>
  wanted === 'unsteady' ? isUnsteady(entry) : entry.status === wanted

/** Whether a task changed since the baseline in the way that is asked for; `any` way at all. */
const hasChanged = ({ result }: IndexedTask, wanted: string): boolean => {
  const change = result?.baseline?.change
  return wanted === 'any' ? change !== undefined : change === wanted
}

/** The entries that fit all filters; each word of `q` must occur. */
export function filterEntries(entries: readonly IndexedTask[], params: Params): IndexedTask[] {
  const words = (params.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const { status, level, pattern, cause, tool, suite, steps, change } = params
  return entries.filter(
    (entry) =>
      (status === undefined || hasStatus(entry, status)) &&
      (change === undefined || hasChanged(entry, change)) &&
      (level === undefined || entry.task.level === level) &&
      (pattern === undefined || entry.task.pattern === pattern) &&
      (cause === undefined || entry.cause === cause) &&
      (steps === undefined || entry.steps === Number(steps)) &&
      (suite === undefined || entry.task.suite === suite) &&
      (tool === undefined ||
        listToolNames(entry.task).includes(tool) ||
        entry.result?.attempts.some(({ called }) => called.includes(tool))) &&
      words.every((word) => entry.text.includes(word)),
  )
}
