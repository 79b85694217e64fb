import { goldRun } from '../../scoring/gold-run.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { shownPath } from '../../shared/shown-path.ts'
import type { SuiteLine } from '../../suites/load/tasks-of.ts'
import type { Registry } from '../../tools/registry.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import type { LiveSimulation } from '../simulate/live/live-simulation.ts'

/** @throws where a task cannot be held and graded */
function checkTask({ task }: SuiteLine, registry: Registry): void {
  const traces = [task.expected_trace, ...(task.alternatives ?? [])]
  const used = [
    ...task.available_tools,
    ...traces.flatMap(({ steps }) => steps.map((step) => step.tool_name)),
  ]
  const missing = used.find((name) => !registry.has(name))
  if (missing !== undefined)
    throw new TracewrightError(`nothing simulates "${missing}". Name its toolkit, or correct the task.`)
  for (const expected_trace of traces) goldRun({ ...task, expected_trace }, registry)
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
    const check = (): void => checkTask(one, registry)
    try {
      await (live === undefined ? check() : live.settle(check))
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (!(cause instanceof UnansweredCall))
        throw new TracewrightError(`Failed to read ${shownPath(file)}:${one.line}: ${messageOf(error)}`, {
          at: { file, line: one.line },
        })
      unanswered.set(one.task.task_id, cause.message)
    }
  }
  return unanswered
}
