import { useEffect, useState } from 'preact/hooks'
import type { AttemptDetail, Plan } from '../../../schema/report.ts'
import type { PageAttempt, PageData, PageTask, TaskDetails } from '../page-data.ts'
import { unpackedLines } from './unpack.ts'

let lines: string[] = []
let unpacking: Promise<void> | undefined

/** Settles when the page was read to its end, where the details stand. */
async function pageEnd(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** Unpacks the details of all tasks, once. */
export function unpackDetails(): Promise<void> {
  unpacking ??= pageEnd()
    .then(() => unpackedLines('report-details'))
    .then((unpacked) => {
      lines = unpacked
    })
  return unpacking
}

/** Whether details can be asked for; draws anew once they can. */
export function useDetails(): boolean {
  const [areUnpacked, setUnpacked] = useState(lines.length > 0)
  useEffect(() => {
    if (!areUnpacked) void unpackDetails().then(() => setUnpacked(true))
  }, [])
  return areUnpacked
}

/** The details of a task, a line of the page; they are parsed when they are asked for. */
const detailsOf = ({ tasks }: PageData, task: PageTask): TaskDetails =>
  JSON.parse(lines[tasks.indexOf(task)] as string) as TaskDetails

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
