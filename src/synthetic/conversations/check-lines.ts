import { goldRun } from '../../scoring/gold-run.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { shownPath } from '../../shared/shown-path.ts'
import type { SuiteLine } from '../../suites/load/tasks-of.ts'
import type { Registry } from '../../tools/registry.ts'

/** What keeps a task from being held; undefined where nothing does. */
function problemOf({ task }: SuiteLine, registry: Registry): string | undefined {
  const traces = [task.expected_trace, ...(task.alternatives ?? [])]
  const used = [
    ...task.available_tools,
    ...traces.flatMap(({ steps }) => steps.map((step) => step.tool_name)),
  ]
  const missing = used.find((name) => !registry.has(name))
  if (missing !== undefined) return `nothing simulates "${missing}". Name its toolkit, or correct the task.`
  for (const expected_trace of traces) {
    try {
      goldRun({ ...task, expected_trace }, registry)
    } catch (error) {
      return messageOf(error)
    }
  }
  return undefined
}

/**
 * Looks whether each task of a suite can be held and graded, so that no agent is blamed for what no agent could do: its
 * tools are there, and its expected traces run.
 *
 * @throws TracewrightError for the first task that cannot, with file and line
 */
export function checkLines(lines: readonly SuiteLine[], file: string, registry: Registry): void {
  for (const one of lines) {
    const problem = problemOf(one, registry)
    if (problem !== undefined)
      throw new TracewrightError(`Failed to read ${shownPath(file)}:${one.line}: ${problem}`, {
        at: { file, line: one.line },
      })
  }
}
