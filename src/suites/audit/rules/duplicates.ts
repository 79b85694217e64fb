import type { Step } from '../../../schema/task.ts'
import { stringifyStably } from '../../../shared/json.ts'
import type { AuditRule, Violation } from '../rule.ts'

/** What of a task no other may share; the trace is left out where nothing is to be called, since prompts tell those apart. */
interface ComparedTask {
  task_id: string
  prompt: string
  trace?: string
}

/** The calls of a trace, equal for traces that ask for the same calls. */
export const printCalls = (steps: readonly Step[]): string =>
  stringifyStably(
    steps.map(({ step_id, tool_name, arguments: args, depends_on }) => ({
      step_id,
      tool_name,
      arguments: args,
      depends_on,
    })),
  )

/** The tasks that have a value of an earlier task. */
function repeats(tasks: readonly ComparedTask[], part: 'prompt' | 'trace', what: string): Violation[] {
  const first = new Map<string, string>()
  return tasks.flatMap(({ task_id, [part]: value }) => {
    const earlier = value === undefined ? undefined : first.get(value)
    if (value !== undefined && earlier === undefined) first.set(value, task_id)
    return earlier === undefined ? [] : [{ task_id, detail: `${what} equals that of ${earlier}` }]
  })
}

export const duplicates: AuditRule<ComparedTask> = {
  name: 'duplicates',
  holds: 'no two tasks share prompt or trace',
  needsReferenceRun: false,
  coversWorlds: true,
  visit({ source: { task_id, prompt, expected_trace } }, { note }) {
    const { steps } = expected_trace
    note({ task_id, prompt, ...(steps.length === 0 ? {} : { trace: printCalls(steps) }) })
    return []
  },
  sumUp: (tasks) => ({
    violations: [...repeats(tasks, 'prompt', 'the prompt'), ...repeats(tasks, 'trace', 'the expected trace')],
  }),
}
