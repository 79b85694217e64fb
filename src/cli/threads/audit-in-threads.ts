import type { Task } from '../../schema/task.ts'
import { type AuditReport, auditSuite, reportOnLooks, rulesOf } from '../../suites/audit/audit-suite.ts'
import type { TaskLook } from '../../suites/audit/look.ts'
import type { RuleName } from '../../suites/audit/rule.ts'
import { servedRegistry } from '../../tools/served.ts'
import { withThreads } from './pool.ts'

/** Works on items side by side, and gives what comes of them in the order of the items. */
export async function* prefetch<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  for (const item of items) {
    const result = work(item)
    // Reported when its turn comes; until then it must not count as an unhandled rejection.
    result.catch(() => {})
    begun.push(result)
    if (begun.length >= width) yield await (begun.shift() as Promise<R>)
  }
  for (const result of begun) yield await result
}

/** Tasks on their way for each thread, so that a long one holds up no other. */
const AHEAD = 8

export interface AuditThread {
  rules: readonly RuleName[]
  /** Files of `--simulators`, which every thread loads; the first one has loaded them. */
  simulators: readonly string[]
  /** What a judge held against tasks before. */
  verdicts: ReadonlyMap<string, readonly string[]>
}

interface AuditRun extends AuditThread {
  /** Threads; 1 runs it in this one. */
  workers: number
  onProgress: (done: number, total: number, task: Task) => void
}

/** Audits a suite with the simulators that are served, on this many threads. The report is the same whatever their number. */
export function auditInThreads(
  tasks: readonly Task[],
  { workers, onProgress, rules, simulators, verdicts }: AuditRun,
): Promise<AuditReport> {
  const registry = servedRegistry()
  if (workers === 1 || tasks.length === 0) return auditSuite(tasks, registry, { rules, verdicts, onProgress })
  const given: AuditThread = { rules, simulators, verdicts }
  return withThreads<Task, TaskLook, AuditReport>('./audit-thread.js', workers, given, ({ ask }) => {
    let done = 0
    const look = async (task: Task): Promise<TaskLook> => {
      const seen = await ask(task)
      onProgress(++done, tasks.length, task)
      return seen
    }
    return reportOnLooks(tasks, registry, rulesOf(rules), prefetch(tasks, workers * AHEAD, look))
  })
}
