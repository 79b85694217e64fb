import type { Task } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import { classifyErratum, type Erratum } from '../suites/release/errata.ts'
import { printText, warn } from './output.ts'

/**
 * Applies errata to stored traces.
 *
 * @returns `left`, the traces that still count, with their repaired tasks; `repaired`, what became of those that errata
 *   are about
 */
export function applyErrata<Graded extends { readonly task: Task; readonly trace: Trace }>(
  graded: readonly Graded[],
  errata: ReadonlyMap<string, Erratum>,
  scoreAll: (graded: readonly Graded[], notify: () => void) => readonly { score: number }[],
) {
  const score = (one: Graded): number => scoreAll([one], () => {})[0]?.score ?? 0
  const repairs = graded.map((one) => {
    const { task, trace } = one
    const erratum = errata.get(task.task_id)
    if (erratum === undefined) return { now: one }
    const status = classifyErratum(erratum, task)
    const now = status === 'rescored' && erratum.task !== null ? { ...one, task: erratum.task } : undefined
    const { agent = null, attempt } = trace
    // Null for a trace that no longer counts.
    const scores = { before: score(one), after: now === undefined ? null : score(now) }
    return { now, repaired: { task_id: task.task_id, status, why: erratum.why, agent, attempt, ...scores } }
  })
  return {
    left: repairs.flatMap(({ now }) => now ?? []),
    repaired: repairs.flatMap((one) => one.repaired ?? []),
  }
}
type RepairedTrace = ReturnType<typeof applyErrata>['repaired'][number]

export function warnOfReruns(repaired: readonly RepairedTrace[]): void {
  const tasks = new Set(repaired.flatMap(({ status, task_id }) => (status === 'rerun' ? [task_id] : [])))
  if (tasks.size > 0)
    warn(`${tasks.size} repaired tasks ask something else: run the agent again. Their traces do not count.`)
}

export function showErrata(repaired: readonly RepairedTrace[]): void {
  for (const { task_id, status, why, agent, before, after } of repaired) {
    const scores = after === null ? `was ${before}` : `${before} before, ${after} now`
    printText(`erratum ${task_id}${agent === null ? '' : ` (${agent})`}: ${status}, ${scores}: ${why}`)
  }
}
