import type { AttemptDetail, Plan } from '../../../schema/report.ts'
import type { PageAttempt, PageData, PageTask, TaskDetails } from '../page-data.ts'

let lines: string[] | undefined

/** The details of a task, a line of the page; they are parsed when they are asked for. */
function detailsOf({ tasks }: PageData, task: PageTask): TaskDetails {
  lines ??= (document.getElementById('report-details')?.textContent ?? '').split('\n')
  return JSON.parse(lines[tasks.indexOf(task)] as string) as TaskDetails
}

/** The expected trace of a task, then its alternatives. */
export const plansOf = (data: PageData, task: PageTask): Plan[] => detailsOf(data, task).plans

/** Steps, calls and answer of an attempt. */
export function detailOf(
  data: PageData,
  task: PageTask,
  agent: string | undefined,
  attempt: PageAttempt | undefined,
): AttemptDetail | undefined {
  const result = task.results.findIndex((item) => item.agent === agent)
  const at = attempt === undefined ? -1 : (task.results[result]?.attempts.indexOf(attempt) ?? -1)
  return at < 0 ? undefined : detailsOf(data, task).attempts[result]?.[at]
}
