import type { AttemptDetail } from '../../../schema/report.ts'
import type { PageAttempt, PageData, PageTask, TaskDetails } from '../page-data.ts'

let lines: string[] | undefined

/** The details of a task, a line of the page; they are parsed when they are asked for. */
function detailsAt(index: number): TaskDetails {
  lines ??= (document.getElementById('report-details')?.textContent ?? '').split('\n')
  return JSON.parse(lines[index] ?? '[]') as TaskDetails
}

/** Steps, calls and answer of an attempt. */
export function detailOf(
  { tasks }: PageData,
  task: PageTask,
  agent: string | undefined,
  attempt: PageAttempt | undefined,
): AttemptDetail | undefined {
  const result = task.results.findIndex((item) => item.agent === agent)
  const at = attempt === undefined ? -1 : (task.results[result]?.attempts.indexOf(attempt) ?? -1)
  return at < 0 ? undefined : detailsAt(tasks.indexOf(task))[result]?.[at]
}
