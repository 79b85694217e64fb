import type { Task } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import { classifyErratum, type Erratum, type ErratumStatus } from '../suites/release/errata.ts'
import { printText, warn } from './output.ts'

/** What errata do to a stored trace, with its score before and after. */
export interface RepairedTrace {
  task_id: string
  status: ErratumStatus
  why: string
  agent: string | null
  attempt: number
  before: number
  /** Null for a trace that no longer counts. */
  after: number | null
}

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
): { left: Graded[]; repaired: RepairedTrace[] } {
  const score = (one: Graded): number => scoreAll([one], () => {})[0]?.score ?? 0
  const repaired: RepairedTrace[] = []
  const left = graded.flatMap((one) => {
    const { task_id } = one.task
    const erratum = errata.get(task_id)
    if (erratum === undefined) return [one]
    const status = classifyErratum(erratum, one.task)
    const now = status === 'rescored' && erratum.task !== null ? { ...one, task: erratum.task } : undefined
    const { agent = null, attempt } = one.trace
    const scores = { before: score(one), after: now === undefined ? null : score(now) }
    repaired.push({ task_id, status, why: erratum.why, agent, attempt, ...scores })
    return now === undefined ? [] : [now]
  })
  return { left, repaired }
}

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
