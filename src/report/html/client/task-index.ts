import type { ReportData, ReportResult, ReportTask } from '../../../schema/report.ts'
import type { Params } from './route.ts'

export type Status = 'solved' | 'failed' | 'skipped' | 'errored' | 'not-run'

/** A task with what the list, the filters and the charts ask of it, for one agent. */
export interface Entry {
  task: ReportTask
  result: ReportResult | undefined
  status: Status
  cause: string | undefined
  steps: number
  /** Lower-case text that a search looks through. */
  text: string
}

export function statusOf(result: ReportResult | undefined): Status {
  if (result === undefined) return 'not-run'
  if (result.outcome !== 'scored' || result.score === undefined) {
    return result.outcome === 'errored' ? 'errored' : 'skipped'
  }
  return result.score.solved ? 'solved' : 'failed'
}

const textOf = (
  { task_id, pattern, category, prompt, tools, suite }: ReportTask,
  result?: ReportResult,
): string =>
  [task_id, pattern, category, suite, prompt, tools.join(' '), result?.score?.cause, result?.score?.reason]
    .join('\n')
    .toLowerCase()

/** Every task of a report as seen by one agent; no agent for a suite that has not been run. */
export const entriesOf = (data: ReportData, agent: string | undefined): Entry[] =>
  data.tasks.map((task) => {
    const result = task.results.find((item) => item.agent === agent)
    return {
      task,
      result,
      status: statusOf(result),
      cause: result?.score?.solved === false ? result.score.cause : undefined,
      steps: task.plans[0]?.steps.length ?? 0,
      text: textOf(task, result),
    }
  })

/** Whether an entry has a status of the filter: one of its own, or `changed` since the ledger. */
const hasStatus = ({ status, result }: Entry, wanted: string): boolean =>
  wanted === 'changed' ? result?.ledger?.change !== undefined : status === wanted

/** The entries that fit all filters; each word of `q` must occur. */
export function filterEntries(entries: readonly Entry[], params: Params): Entry[] {
  const words = (params.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const { status, level, pattern, cause, tool, suite, steps } = params
  return entries.filter(
    (entry) =>
      (status === undefined || hasStatus(entry, status)) &&
      (level === undefined || entry.task.level === level) &&
      (pattern === undefined || entry.task.pattern === pattern) &&
      (cause === undefined || entry.cause === cause) &&
      (steps === undefined || entry.steps === Number(steps)) &&
      (suite === undefined || entry.task.suite === suite) &&
      (tool === undefined ||
        entry.task.plans.some((plan) => plan.steps.some(({ tool_name }) => tool_name === tool)) ||
        entry.result?.calls.some(({ tool_name }) => tool_name === tool)) &&
      words.every((word) => entry.text.includes(word)),
  )
}

/** How often each value occurs, commonest first, equal counts by name. */
export function tally(values: Iterable<string | undefined>): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
