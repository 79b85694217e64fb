import { setFlagsFromString } from 'node:v8'
import type { Task } from '../../schema/task.ts'
import type { WrittenTask } from '../../schema/task-in-world.ts'
import { type AuditReport, auditSuite, reportOnLooks, selectRules } from '../../suites/audit/audit-suite.ts'
import type { TaskLook } from '../../suites/audit/look.ts'
import type { RuleName } from '../../suites/audit/rule.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { runInThreads } from './pool.ts'

export interface AuditThread {
  rules: readonly RuleName[]
  /** Files of `--simulators`, which every thread loads; the first one has loaded them. */
  simulators: readonly string[]
  /** What a judge holds against tasks. */
  verdicts: ReadonlyMap<string, readonly string[]>
}

interface AuditRun extends AuditThread {
  /** Threads; 1 runs it in this one. */
  workers: number
  onProgress: (done: number, total: number, task: Task) => void
}

/**
 * An audit runs much code, each part of it not for long. With less inlining V8 compiles it in half the time, and the
 * code is as fast. The flag holds for all threads of the process.
 */
const COMPILE_LESS = '--max-inlined-bytecode-size-cumulative=200'

/** Audits a suite with the simulators that are served, on this many threads. The report is the same whatever their number. */
export function auditInThreads(
  tasks: readonly WrittenTask[],
  { workers, onProgress, rules, simulators, verdicts }: AuditRun,
): Promise<AuditReport> {
  setFlagsFromString(COMPILE_LESS)
  const registry = readServedRegistry()
  // The function of a task stays in its thread.
  const isLocal = workers === 1 || tasks.length === 0 || tasks.some(({ code }) => code !== undefined)
  if (isLocal) return auditSuite(tasks, registry, { rules, verdicts, onProgress })
  // A task may take a while, so the first line does not wait for it.
  if (tasks[0] !== undefined) onProgress(0, tasks.length, tasks[0])
  const given: AuditThread = { rules, simulators, verdicts }
  return runInThreads<Task, TaskLook, AuditReport>('./audit-thread.js', workers, given, (ask) => {
    let done = 0
    const look = async (task: Task): Promise<TaskLook> => {
      const seen = await ask(task)
      onProgress(++done, tasks.length, task)
      return seen
    }
    return reportOnLooks(tasks, selectRules(rules), () => Promise.all(tasks.map(look)))
  })
}
