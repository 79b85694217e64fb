import type { Trace } from '../../schema/trace.ts'
import { createActiveRedactor } from '../../shared/redact/active.ts'

const warn = (task: string, tool: string): void => {
  process.emitWarning(
    `${JSON.stringify(task)} called ${JSON.stringify(tool)} after its agent had returned; the call was refused. Await every call before the agent returns.`,
    'TracewrightWarning',
  )
}

/**
 * Takes note of tools that are called after an attempt is over: in its trace, as long as anybody holds it, and once a
 * tool to whoever listens. Secrets in a name are masked: an agent may call a tool of any name.
 *
 * @param onLate By default the process is warned
 */
export function createLateReport(
  trace: Pick<Trace, 'task_id' | 'late'>,
  onLate?: (tool: string) => void,
): (tool: string) => void {
  const { task_id } = trace
  const notify = onLate ?? ((tool) => warn(task_id, tool))
  const held = new WeakRef(trace)
  // Made with the first such call: the report is kept for as long as the worker lives, and most hear of none.
  let known: Set<string> | undefined
  return (called) => {
    const tool = createActiveRedactor().text(called)
    if (known?.has(tool)) return
    known ??= new Set()
    known.add(tool)
    const noted = held.deref()
    if (noted !== undefined) noted.late = [...known]
    notify(tool)
  }
}
