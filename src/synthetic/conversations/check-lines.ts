import { goldRun } from '../../scoring/gold-run.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { shownPath } from '../../shared/shown-path.ts'
import type { SuiteLine } from '../../suites/load/tasks-of.ts'
import type { Registry } from '../../tools/registry.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import type { LiveSimulation } from '../simulate/live/live-simulation.ts'

/** What keeps a task from being held, as the error that says so; undefined where nothing does. */
function problemOf({ task }: SuiteLine, registry: Registry): Error | undefined {
  const traces = [task.expected_trace, ...(task.alternatives ?? [])]
  const used = [
    ...task.available_tools,
    ...traces.flatMap(({ steps }) => steps.map((step) => step.tool_name)),
  ]
  const missing = used.find((name) => !registry.has(name))
  if (missing !== undefined)
    return new Error(`nothing simulates "${missing}". Name its toolkit, or correct the task.`)
  for (const expected_trace of traces) {
    try {
      goldRun({ ...task, expected_trace }, registry)
    } catch (error) {
      if (error instanceof Error && error.cause instanceof UnansweredCall) return error.cause
      return error instanceof Error ? error : new Error(messageOf(error))
    }
  }
  return undefined
}

/**
 * Looks whether each task of a suite can be held and graded, so that no agent is blamed for what no agent could do: its
 * tools are there, and its expected traces run. Gives for each task with an expected call that nothing answers, by id, why.
 *
 * @param live A model that answers for the tools: it is asked for what the expected traces find unanswered
 * @throws TracewrightError for the first task that cannot, with file and line
 */
export async function checkLines(
  lines: readonly SuiteLine[],
  file: string,
  registry: Registry,
  live?: Pick<LiveSimulation, 'settle'>,
): Promise<Map<string, string>> {
  const unanswered = new Map<string, string>()
  for (const one of lines) {
    const look = () => problemOf(one, registry)
    const problem = live === undefined ? look() : await live.settle(look)
    if (problem instanceof UnansweredCall) unanswered.set(one.task.task_id, problem.message)
    else if (problem !== undefined)
      throw new TracewrightError(`Failed to read ${shownPath(file)}:${one.line}: ${problem.message}`, {
        at: { file, line: one.line },
      })
  }
  return unanswered
}
